import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { discardPausedSession, readPausedSession } from '../../shared/study/paused-session.ts';
import { CloseIcon, PauseIcon } from '../../shared/ui/icons.tsx';
import { tint } from '../../shared/theme/tokens.ts';

/** Only while an unfinished session can be resumed; its cross discards that session. */
export function ResumeBanner() {
  const { user } = useAuth();
  const [paused, setPaused] = useState(() => (user ? readPausedSession(user.id, Date.now()) : null));
  if (!paused || !user) return <></>;
  const discard = () => {
    discardPausedSession(user.id);
    setPaused(null);
  };
  return (
    <Box
      component="section"
      aria-label="Paused session"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1, sm: 2 },
        mb: 3,
        py: 1,
        pl: { xs: 2, sm: 3 },
        pr: 1,
        borderRadius: '12px',
        border: `1px solid ${tint.linkLine}`,
        bgcolor: tint.quiet,
      }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{ display: { xs: 'none', sm: 'inline-flex' }, color: 'meaning.link' }}
      >
        <PauseIcon />
      </Box>
      <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <strong>{paused.title}</strong> is paused at card {paused.current + 1} of {paused.cards.length}.
      </Typography>
      <Button component={Link} to={paused.path} variant="text">
        Resume
      </Button>
      <IconButton aria-label="Discard the paused session" onClick={discard}>
        <CloseIcon size={20} />
      </IconButton>
    </Box>
  );
}
