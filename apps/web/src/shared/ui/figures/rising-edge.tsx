import Box from '@mui/material/Box';
import { forcedFill, motion } from '../../theme/tokens.ts';
import { recallHeight } from '../card/recall-height.ts';
import { areCrowded } from './session-ticks.ts';

/** One card of a session: its chance to recall before and after, 0 to 1; null before its first answer. */
export interface RisingStick {
  before: number | null;
  after: number;
  wasCorrect: boolean;
}

interface RisingEdgeProps {
  sticks: readonly RisingStick[];
  height?: number;
}

/** The cards of a session as sticks, which rise from what was remembered before to what is remembered tomorrow. */
export function RisingEdge({ sticks, height = 72 }: RisingEdgeProps) {
  return (
    <Box
      aria-hidden
      sx={{
        display: 'flex',
        justifyContent: 'center',
        alignItems: 'flex-end',
        gap: areCrowded(sticks.length) ? '1px' : '4px',
        height,
      }}
    >
      {sticks.map(({ before, after, wasCorrect }, index) => (
        <Box
          key={index}
          style={{ height: `${recallHeight(after)}%`, '--before': `${recallHeight(before)}%` } as object}
          sx={{
            flex: '0 1 8px',
            minWidth: 0,
            borderRadius: '4px',
            bgcolor: wasCorrect ? 'meaning.good' : 'meaning.poor',
            ...forcedFill(wasCorrect ? 'Highlight' : 'LinkText'),
            '@keyframes rise': { from: { height: 'var(--before)' } },
            animation: `rise ${motion.flip} ${motion.out} ${motion.base} backwards`,
            '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
          }}
        />
      ))}
    </Box>
  );
}
