import { messageOf } from '../shared/apollo/errors.ts';
import { usePageTitle } from '../shared/lib/page-title.ts';
import { FailedState } from '../shared/ui/states/failed-state.tsx';

/** In the place of a page while the server does not say who is signed in. */
export function UnreachablePage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  usePageTitle('No answer');
  const why = messageOf(error, 'The server does not answer right now.');
  return (
    <FailedState
      title="Your account could not be loaded"
      heading="h1"
      text={`${why} You are still signed in, and your answers are kept.`}
      onRetry={onRetry}
      next={{ to: '/login', label: 'Sign in as somebody else' }}
    />
  );
}
