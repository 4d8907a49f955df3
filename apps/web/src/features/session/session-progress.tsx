import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { SessionEdge } from '../../shared/ui/figures/session-edge.tsx';
import { timeLeft } from './sentences.ts';
import { outcomesOf, secondsPerAnswerOf, type SessionState } from './session-state.ts';

interface SessionProgressProps {
  state: SessionState;
  /** Cards of the whole deck, or all new cards, where the session is a portion of them. */
  deckTotal: number | null;
  isOfOneDeck: boolean;
  secondsPerAnswer: number;
}

interface PortionProps {
  size: number;
  deckTotal: number;
  isOfOneDeck: boolean;
}

function Portion({ size, deckTotal, isOfOneDeck }: PortionProps) {
  return (
    <Box component="span">
      {' · '}
      {t`${size} of ${deckTotal}`}
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {' '}
        {isOfOneDeck ? t`in this deck` : t`new cards`}
      </Box>
    </Box>
  );
}

export function SessionProgress({ state, deckTotal, isOfOneDeck, secondsPerAnswer }: SessionProgressProps) {
  const position = state.current + 1;
  const open = state.total - Object.keys(state.answers).length;
  const pace = secondsPerAnswerOf(state, secondsPerAnswer);
  const waiting = position === state.cards.length && position < state.total;
  return (
    <Box sx={{ mb: { xs: 2, sm: 3 } }}>
      <Box
        role="progressbar"
        aria-label={t`Cards`}
        aria-valuemin={0}
        aria-valuemax={state.total}
        aria-valuenow={position}
        aria-valuetext={t`${position} of ${state.total} cards`}
      >
        <SessionEdge outcomes={outcomesOf(state)} current={state.current} />
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 1, color: 'text.secondary' }}>
        <Typography variant="body2">
          {t`${position} of ${state.total} cards`}
          {deckTotal !== null && (
            <Portion size={state.total} deckTotal={deckTotal} isOfOneDeck={isOfOneDeck} />
          )}
        </Typography>
        <Typography variant="body2">
          {waiting ? t`The next cards are on their way.` : timeLeft(open, pace)}
        </Typography>
      </Box>
    </Box>
  );
}
