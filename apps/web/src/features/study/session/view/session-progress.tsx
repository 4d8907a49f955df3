import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { SessionEdge } from '../../../../shared/ui/figures/session-edge.tsx';
import { progressTexts, timeLeft } from '../state/card-words.ts';
import { outcomesOf, secondsPerAnswerOf, type SessionState } from '../state/session-state.ts';
import { sessionWords } from '../state/session-words.ts';

/** Says of how many cards, and of what, the session is a portion; on a line of its own in a narrow window. */
export function Portion({ size, ofWhat }: { size: ReactNode; ofWhat: ReactNode }) {
  return (
    <Box component="span" sx={{ display: { xs: 'block', sm: 'inline' } }}>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {' · '}
      </Box>
      {size} {ofWhat}
    </Box>
  );
}

/** In pixels. */
export const progressHeight = 4;

interface ProgressAreaProps {
  edge: ReactNode;
  position: ReactNode;
  timeLeft: ReactNode;
}

export function ProgressArea({ edge, position, timeLeft }: ProgressAreaProps) {
  return (
    <Box sx={{ mb: 2 }}>
      {edge}
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mt: 1, color: 'text.secondary' }}>
        <Typography variant="body2">{position}</Typography>
        <Typography variant="body2" sx={{ textAlign: 'right' }}>
          {timeLeft}
        </Typography>
      </Box>
    </Box>
  );
}

interface SessionProgressProps {
  state: SessionState;
  /** Cards of the whole deck, or all new cards, where the session is a portion of them. */
  deckTotal: number | null;
  isOfOneDeck: boolean;
  secondsPerAnswer: number;
}

export function SessionProgress({ state, deckTotal, isOfOneDeck, secondsPerAnswer }: SessionProgressProps) {
  const position = state.current + 1;
  const open = state.total - Object.keys(state.answers).length;
  const pace = secondsPerAnswerOf(state, secondsPerAnswer);
  const waiting = position === state.cards.length && position < state.total;
  const words = sessionWords();
  const texts = progressTexts({ position, total: state.total, deckTotal, isOfOneDeck }, words);
  return (
    <ProgressArea
      edge={
        <Box
          role="progressbar"
          aria-label={t`Cards`}
          aria-valuemin={0}
          aria-valuemax={state.total}
          aria-valuenow={position}
          aria-valuetext={texts.position}
        >
          <SessionEdge outcomes={outcomesOf(state)} current={state.current} height={progressHeight} />
        </Box>
      }
      position={
        <>
          {texts.position}
          {texts.portion !== null && <Portion size={texts.portion} ofWhat={texts.ofWhat} />}
        </>
      }
      timeLeft={waiting ? t`Loading the next cards.` : timeLeft(open, pace, words)}
    />
  );
}
