import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import { limits } from '@kumbuka/contracts/constants';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { ownText } from '../../shared/format/own-text.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { useNow } from '../../shared/hooks/use-now.ts';
import { deckOf, sessionElsewhere, type OpenSession } from '../../shared/study/open-session.ts';
import {
  discardPausedSession,
  pausedSessions,
  type PausedSession,
} from '../../shared/study/paused-session.ts';
import { useAnswerQueue } from '../../shared/study/queue-context.tsx';
import { CloseIcon, PauseIcon } from '../../shared/ui/icons.tsx';
import { PausedCardsDocument } from './resume-banner.generated.ts';
import { tint } from '../../shared/theme/tokens.ts';

interface BannerProps {
  title: string;
  /** Progress of the session. */
  text: string;
  path: string;
  onDiscard: () => void;
}

function Banner({ title, text, path, onDiscard }: BannerProps) {
  return (
    <Box
      component="section"
      aria-label={t`Paused session: ${title}`}
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
          <bdi {...ownText}>{title}</bdi>
        </strong>{' '}
        {text}
      </Typography>
      <Button component={Link} to={path} variant="text">
        {t`Resume`}
      </Button>
      <IconButton aria-label={t`Discard the paused session`} onClick={onDiscard}>
        <CloseIcon size={20} />
      </IconButton>
    </Box>
  );
}

const pausedText = ({ current, cards, unnamed }: PausedSession) =>
  t`is paused at card ${current + 1} of ${cards.length + unnamed}.`;

/** Session of this browser. Discards a session whose cards were all deleted, such as with their deck. */
function OwnBanner({ session, onDiscard }: { session: PausedSession; onDiscard: () => void }) {
  const ids = session.cards.slice(0, limits.studyQueue).map(({ id }) => id);
  const { data } = useQuery(PausedCardsDocument, { variables: { ids }, fetchPolicy: 'network-only' });
  const isGone = data?.flashcards.every((card) => card === null) ?? false;
  const discardOnce = useEffectEvent(onDiscard);
  useEffect(() => {
    if (isGone) discardOnce();
  }, [isGone]);
  if (isGone) return <></>;
  return (
    <Banner title={session.title} text={pausedText(session)} path={session.path} onDiscard={onDiscard} />
  );
}

/** Ends a discarded session, so that no other device offers it. */
function useDiscard() {
  const queue = useAnswerQueue();
  const [discarded, setDiscarded] = useState<readonly string[]>([]);
  return {
    discarded,
    discard: (sessionId: string) => {
      queue.finish(sessionId);
      setDiscarded((before) => [...before, sessionId]);
    },
  };
}

function Banners({ userId, open }: { userId: string; open: OpenSession | null | undefined }) {
  const { discarded, discard } = useDiscard();
  const now = useNow();
  const paused = useMemo(() => pausedSessions(userId, now.getTime()), [userId, now]);
  const isLeft = (id: string) => !discarded.includes(id);
  const own = paused.filter(({ sessionId }) => isLeft(sessionId));
  const other = sessionElsewhere(open, userId);
  const elsewhere = other && isLeft(other.id) ? other : null;
  if (own.length === 0 && !elsewhere) return <></>;
  return (
    <Box sx={{ mb: 3 }}>
      {own.map((session) => (
        <OwnBanner
          key={session.sessionId}
          session={session}
          onDiscard={() => {
            discardPausedSession(userId, session.sessionId);
            discard(session.sessionId);
          }}
        />
      ))}
      {elsewhere && (
        <Banner
          title={elsewhere.deck?.title ?? t`Due cards`}
          text={t`was started on another device: ${plural(elsewhere.answered, { one: '# card', other: '# cards' })} answered.`}
          path={`/study/${deckOf(elsewhere)}`}
          onDiscard={() => discard(elsewhere.id)}
        />
      )}
    </Box>
  );
}

/** Every unfinished session that can be resumed, of this browser or of another device. The close button discards the session. */
export function ResumeBanner({ open }: { open: OpenSession | null | undefined }) {
  const { user } = useAuth();
  return user ? <Banners userId={user.id} open={open} /> : <></>;
}
