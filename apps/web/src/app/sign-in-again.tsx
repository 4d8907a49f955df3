import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { useEffect, useState } from 'react';
import { SignIn } from '../features/account/sign-in.tsx';
import { useAuth } from '../shared/auth/auth-context.tsx';
import { wholeWindow } from '../shared/theme/tokens.ts';

/** Restores the title of the browser tab on unmount. */
function useRestoredTitle() {
  const [title] = useState(() => document.title);
  useEffect(
    () => () => {
      document.title = title;
    },
    [title],
  );
}

/** Covers a page whose sign-in the server has ended, so that the page keeps what was typed there. */
export function SignInAgain() {
  const { user, signIn, signOut } = useAuth();
  useRestoredTitle();
  return (
    <Dialog open fullScreen slotProps={{ paper: { 'aria-label': t`Sign in again` } }}>
      <Box component="section" sx={{ ...wholeWindow, bgcolor: 'background.default' }}>
        <SignIn
          title={t`Sign in again`}
          lead={t`Your sign-in has expired. Your text on this page is kept.`}
          email={user?.email ?? ''}
          onToken={signIn}
          onVerified={({ token }) => signIn(token)}
        />
        <Box sx={{ display: 'grid', justifyItems: 'center', mt: -5, pb: 4 }}>
          <Button variant="text" onClick={() => void signOut()}>
            {t`Leave this page`}
          </Button>
        </Box>
      </Box>
    </Dialog>
  );
}
