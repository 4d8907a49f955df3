import { t } from '@lingui/core/macro';
import { messageOf } from '../shared/apollo/errors.ts';
import { usePageTitle } from '../shared/format/page-title.ts';
import { FailedState } from '../shared/ui/states/failed-state.tsx';

/** Replaces a page while the server cannot say who is signed in. */
export function UnreachablePage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  usePageTitle(t`No response`);
  const why = messageOf(error, t`The server is not responding right now.`);
  return (
    <FailedState
      title={t`Your account could not be loaded`}
      heading="h1"
      text={t`${why} You are still signed in, and your answers are kept.`}
      onRetry={onRetry}
      next={{ to: '/login', label: t`Use another account` }}
    />
  );
}
