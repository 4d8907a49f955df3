import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import {
  discardPausedSession,
  pausedSessions,
  type PausedSession,
} from '../../shared/study/paused-session.ts';
import { CloseIcon, PauseIcon } from '../../shared/ui/icons.tsx';
import { tint } from '../../shared/theme/tokens.ts';

interface BannerProps {
  paused: PausedSession;
  onDiscard: () => void;
}

function Banner({ paused, onDiscard }: BannerProps) {
  return (
    <Box
      component="section"
      aria-label={`Paused session: ${paused.title}`}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1, sm: 2 },
        mb: 1.5,
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
        <strong>
          <bdi>{paused.title}</bdi>
        </strong>{' '}
        is paused at card {paused.current + 1} of {paused.cards.length + paused.unnamed}.
      </Typography>
      <Button component={Link} to={paused.path} variant="text">
        Resume
      </Button>
      <IconButton aria-label="Discard the paused session" onClick={onDiscard}>
        <CloseIcon size={20} />
      </IconButton>
    </Box>
  );
}

/** Every unfinished session that can be resumed; its cross discards that session. */
export function ResumeBanner() {
  const { user } = useAuth();
  const [sessions, setSessions] = useState(() => (user ? pausedSessions(user.id, Date.now()) : []));
  if (!user || sessions.length === 0) return <></>;
  const discard = ({ sessionId }: PausedSession) => {
    discardPausedSession(user.id, sessionId);
    setSessions(sessions.filter((session) => session.sessionId !== sessionId));
  };
  return (
    <Box sx={{ mb: 3 }}>
      {sessions.map((paused) => (
        <Banner key={paused.sessionId} paused={paused} onDiscard={() => discard(paused)} />
      ))}
    </Box>
  );
}
