import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { useAuth } from '../shared/auth/auth-context.tsx';
import { savesData, whenIdle } from '../shared/lib/idle.ts';
import { AnswerQueueProvider } from '../shared/study/queue-context.tsx';
import { MainArea } from '../shared/ui/main-area.tsx';
import { BillingHost } from './billing-host.tsx';
import { GenerationHost } from './generation-host.tsx';
import { SignedInBar } from './signed-in-bar.tsx';

/** The next screens of most visits, fetched while the first one is looked at. */
function useChunksAhead() {
  useEffect(() => {
    if (savesData()) return;
    return whenIdle(() => {
      void import('../features/study/study-page.tsx');
      void import('../features/session/session-page.tsx');
    });
  }, []);
}

/** Pages of learners: others are sent to /login once it is known that they are not signed in. */
export function SignedInLayout() {
  const { user, loading, unanswered } = useAuth();
  useChunksAhead();
  if (!loading && !user) return <Navigate to="/login" replace />;
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <SignedInBar />
      <MainArea>
        {!user && unanswered && (
          <Typography role="status" sx={{ color: 'text.secondary', textAlign: 'center', px: 2, py: 12 }}>
            The server does not answer. Trying again…
          </Typography>
        )}
        {user && (
          <AnswerQueueProvider key={user.id} userId={user.id}>
            <GenerationHost>
              <Outlet />
            </GenerationHost>
            <BillingHost />
          </AnswerQueueProvider>
        )}
      </MainArea>
    </Box>
  );
}
