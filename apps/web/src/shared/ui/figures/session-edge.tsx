import Box from '@mui/material/Box';
import { forcedFill, motion } from '../../theme/tokens.ts';
import { areCrowded, tickCount } from './session-ticks.ts';

export type Outcome = 'right' | 'wrong' | 'open';

function tickStyle(outcome: Outcome, isCurrent: boolean) {
  if (outcome === 'right') return { height: '100%', bgcolor: 'meaning.good', ...forcedFill('Highlight') };
  if (outcome === 'wrong') return { height: '50%', bgcolor: 'meaning.poor', ...forcedFill('LinkText') };
  if (isCurrent) return { height: '100%', bgcolor: 'text.primary', ...forcedFill('CanvasText') };
  return { height: '34%', bgcolor: 'meaning.control', opacity: 0.55, ...forcedFill('GrayText') };
}

/** The outcome of cards that share a tick: open while none is answered, else what most of the answers were. */
function outcomeOf(cards: readonly Outcome[]): Outcome {
  const right = cards.filter((outcome) => outcome === 'right').length;
  const wrong = cards.filter((outcome) => outcome === 'wrong').length;
  if (right + wrong === 0) return 'open';
  return wrong > right ? 'wrong' : 'right';
}

/** Ticks of a session; in a long one each represents several cards. */
function ticksOf(outcomes: readonly Outcome[]): Outcome[] {
  const ticks = tickCount(outcomes.length);
  const from = (tick: number) => Math.floor((tick * outcomes.length) / ticks);
  return Array.from({ length: ticks }, (_, tick) => outcomeOf(outcomes.slice(from(tick), from(tick + 1))));
}

interface SessionEdgeProps {
  outcomes: readonly Outcome[];
  current?: number;
  height?: number;
}

/** The session as a row of ticks: tall green for right, short red for wrong, so colour is never alone. */
export function SessionEdge({ outcomes, current, height = 12 }: SessionEdgeProps) {
  const ticks = ticksOf(outcomes);
  const currentTick = current === undefined ? -1 : Math.floor((current * ticks.length) / outcomes.length);
  return (
    <Box
      aria-hidden
      sx={{ display: 'flex', alignItems: 'flex-end', gap: areCrowded(ticks.length) ? '2px' : '4px', height }}
    >
      {ticks.map((outcome, index) => (
        <Box
          key={index}
          sx={{
            flex: '1 1 0',
            minWidth: 0,
            borderRadius: '4px',
            transition: `height ${motion.base} ${motion.out}, background-color ${motion.base}`,
            ...tickStyle(outcome, index === currentTick),
          }}
        />
      ))}
    </Box>
  );
}
