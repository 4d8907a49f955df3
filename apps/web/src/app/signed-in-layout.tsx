import { useApolloClient } from '@apollo/client/react';
import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useNavigate } from 'react-router-dom';
import { useAuth } from '../shared/auth/auth-context.tsx';
import { withMessages } from '../shared/i18n/i18n.ts';
import { savesData, whenIdle } from '../shared/browser/idle.ts';
import { lazyNamed } from '../shared/browser/lazy-named.tsx';
import { useLive } from '../shared/live/use-live.ts';
import { keptCards } from '../shared/study/kept-cards.ts';
import { AnswerQueueProvider } from '../shared/study/queue-context.tsx';
import { MainArea } from '../shared/ui/page/main-area.tsx';
import { BillingHost } from './billing-host.tsx';
import { BottomNav } from './bottom-nav.tsx';
import { GenerationHost } from './generation-host.tsx';
import { useNewVersion } from './new-version.ts';
import { SignedInBar } from './signed-in-bar.tsx';
import { wholeWindow } from '../shared/theme/tokens.ts';

const KeepCards = lazyNamed(
  () => withMessages('welcome', import('../features/welcome/keep-cards.tsx')),
  'KeepCards',
);
const SignInAgain = lazyNamed(() => withMessages('account', import('./sign-in-again.tsx')), 'SignInAgain');
const SignInRemovedNote = lazyNamed(() => import('./sign-in-removed-note.tsx'), 'SignInRemovedNote');
const UnreachablePage = lazyNamed(() => import('./unreachable-page.tsx'), 'UnreachablePage');

/** Loads the chunks of the screens that most visits open next. */
function useChunksAhead() {
  useEffect(() => {
    if (savesData()) return;
    return whenIdle(() => {
      void import('../features/study/overview/study-page.tsx');
      void import('../features/study/session/session-page.tsx');
    });
  }, []);
}

/** Stores the cards of the next days once the page is idle. */
function useKeptDecks(userId: string | undefined) {
  const client = useApolloClient();
  useEffect(() => {
    if (userId === undefined || !globalThis.indexedDB || savesData()) return;
    return whenIdle(() => {
      import('../shared/offline/keep-decks.ts')
        .then(({ keepDecks }) => keepDecks(client, userId))
        .catch(() => {});
    });
  }, [client, userId]);
}

/** Sends another person who signs in to the dashboard, because the address belongs to the person before. True meanwhile. */
function useHomeForAnother(turn: number): boolean {
  const navigate = useNavigate();
  const [at, setAt] = useState(turn);
  useEffect(() => {
    if (at === turn) return;
    const arrive = () => setAt(turn);
    Promise.resolve(navigate('/dashboard', { replace: true })).then(arrive, arrive);
  }, [at, turn, navigate]);
  return at !== turn;
}

function Waiting() {
  return (
    <Typography role="status" sx={{ color: 'text.secondary', textAlign: 'center', px: 2, py: 12 }}>
      {t`The server is not responding. Trying again…`}
    </Typography>
  );
}

/** The screens, once the cards that this tab keeps from the landing page are in the account. */
function Screens() {
  const [isKeeping, setKeeping] = useState(() => keptCards.read() !== null);
  if (isKeeping)
    return (
      <Suspense>
        <KeepCards onDone={() => setKeeping(false)} />
      </Suspense>
    );
  return (
    <GenerationHost>
      <Outlet />
    </GenerationHost>
  );
}

/** Layout of pages for learners. Sends others to /login once it is known that they are not signed in. */
export function SignedInLayout() {
  const { user, loading, isRetrying, locked, failure, isRemoved, turn, retry, reloadUser } = useAuth();
  const [wasLocked] = useState(locked);
  const isLeaving = useHomeForAnother(turn);
  useChunksAhead();
  useNewVersion();
  useKeptDecks(user?.id);
  useLive(user?.id);
  const hasFailed = failure !== null;
  if ((!loading && !user && !hasFailed) || wasLocked) return <Navigate to="/login" replace />;
  return (
    <Box key={turn} sx={{ ...wholeWindow, display: 'flex', flexDirection: 'column' }}>
      <SignedInBar />
      <MainArea>
        {isRemoved && (
          <Suspense>
            <SignInRemovedNote onRetry={() => void reloadUser().catch(() => {})} />
          </Suspense>
        )}
        {!user && isRetrying && <Waiting />}
        {!user && hasFailed && (
          <Suspense>
            <UnreachablePage error={failure} onRetry={retry} />
          </Suspense>
        )}
        {user && !isLeaving && (
          <AnswerQueueProvider key={user.id} userId={user.id}>
            <Screens />
            <BillingHost />
          </AnswerQueueProvider>
        )}
      </MainArea>
      {user && <BottomNav />}
      {locked && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
    </Box>
  );
}
