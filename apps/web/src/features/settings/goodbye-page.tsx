import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { usePageTitle } from '../../shared/lib/page-title.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import type { Erased } from './erase-account.ts';

const words: Record<Erased, { title: string; text: string }> = {
  done: {
    title: 'Your account is erased',
    text: 'You are signed out on every device. Nothing that names you is left. Thank you for learning with Kumbuka.',
  },
  going: {
    title: 'Your account is closed',
    text: 'You are signed out on every device. What is left of your data goes in the next minutes, without anything you need to do.',
  },
  unknown: {
    title: 'You are signed out',
    text: 'The answer to your request was lost on the way. If your password no longer signs you in, your account is erased.',
  },
};

const isErased = (value: unknown): value is Erased =>
  typeof value === 'string' && Object.hasOwn(words, value);

/** The last page of an account; for nobody who was not sent to it. */
export function GoodbyePage() {
  const { state } = useLocation();
  const erased: unknown = state?.erased;
  if (!isErased(erased)) return <Navigate to="/" replace />;
  return <Goodbye {...words[erased]} />;
}

function Goodbye({ title, text }: { title: string; text: string }) {
  usePageTitle(title);
  return (
    <Box sx={{ maxWidth: 560, mx: 'auto', pt: { xs: 4, md: 8 }, px: 2 }}>
      <EmptyState
        title={title}
        heading="h1"
        text={text}
        action={
          <Button component={Link} to="/" variant="outlined">
            Go to the start page
          </Button>
        }
      />
    </Box>
  );
}
