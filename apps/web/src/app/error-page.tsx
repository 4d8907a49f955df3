import { t } from '@lingui/core/macro';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { isChunkLoadError, chunkLoadErrorText } from '../shared/browser/chunk-load-error.ts';
import { usePageTitle } from '../shared/format/page-title.ts';
import { MainArea } from '../shared/ui/page/main-area.tsx';
import { FailedState } from '../shared/ui/states/failed-state.tsx';

function explain(error: unknown): string {
  if (isChunkLoadError(error)) return chunkLoadErrorText();
  if (isRouteErrorResponse(error))
    return t`The page failed with ${error.status}. Try again, or go back to the dashboard.`;
  return t`Something went wrong. Your decks and answers are safe. Try again, or go back to the dashboard.`;
}

/** Replaces a page that threw an error, below the bar. */
export function BrokenPage() {
  const error = useRouteError();
  usePageTitle(t`Page not shown`);
  return (
    <FailedState
      title={t`This page could not be shown`}
      heading="h1"
      text={explain(error)}
      onRetry={() => window.location.reload()}
      next={{ to: '/dashboard', label: t`Go to the dashboard` }}
    />
  );
}

/** Replaces the whole client after an error. */
export function ErrorPage() {
  return (
    <MainArea>
      <BrokenPage />
    </MainArea>
  );
}
