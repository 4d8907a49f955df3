import Box from '@mui/material/Box';

export type Outcome = 'right' | 'wrong' | 'open';

function tickStyle(outcome: Outcome, isCurrent: boolean) {
  if (outcome === 'right') return { height: '100%', bgcolor: 'meaning.good' };
  if (outcome === 'wrong') return { height: '50%', bgcolor: 'meaning.poor' };
  if (isCurrent) return { height: '100%', bgcolor: 'text.primary' };
  return { height: '34%', bgcolor: 'meaning.control', opacity: 0.55 };
}

interface SessionEdgeProps {
  outcomes: readonly Outcome[];
  current?: number;
  height?: number;
}

/** The session as a row of ticks: tall green for right, short red for wrong, so colour is never alone. */
export function SessionEdge({ outcomes, current, height = 12 }: SessionEdgeProps) {
  return (
    <Box
      aria-hidden
      sx={{ display: 'flex', alignItems: 'flex-end', gap: outcomes.length > 30 ? '1px' : '4px', height }}
    >
      {outcomes.map((outcome, index) => (
        <Box
          key={index}
          sx={{
            flex: '1 1 0',
            minWidth: 0,
            borderRadius: '4px',
            transition: 'height 200ms cubic-bezier(0.2, 0, 0, 1), background-color 200ms',
            ...tickStyle(outcome, index === current),
          }}
        />
      ))}
    </Box>
  );
}
