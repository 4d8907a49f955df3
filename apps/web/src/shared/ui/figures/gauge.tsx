import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { percentLabel } from '../../format/percent.ts';
import { forcedColours, motion } from '../../theme/tokens.ts';

interface GaugeProps {
  /** 0 to 100. */
  percent: number;
  label: string;
  colour: string;
  size?: number;
  children?: ReactNode;
}

const radius = 44;
const length = 2 * Math.PI * radius;

/** A ring filled to a percentage, with the number inside. */
export function Gauge({ percent, label, colour, size = 96, children }: GaugeProps) {
  const filled = (Math.min(100, Math.max(0, percent)) / 100) * length;
  return (
    <Box
      role="img"
      aria-label={`${label}: ${percentLabel(percent)}`}
      sx={{ position: 'relative', width: size, height: size, flexShrink: 0 }}
    >
      <Box
        component="svg"
        viewBox="0 0 100 100"
        aria-hidden
        sx={{ width: 1, height: 1, transform: 'rotate(-90deg)' }}
      >
        <Box
          component="circle"
          cx="50"
          cy="50"
          r={radius}
          fill="none"
          strokeWidth="7"
          stroke="var(--k-palette-surface-sunken)"
          sx={{ [forcedColours]: { stroke: 'GrayText' } }}
        />
        <Box
          component="circle"
          cx="50"
          cy="50"
          r={radius}
          fill="none"
          strokeWidth="7"
          strokeLinecap="round"
          stroke={colour}
          strokeDasharray={`${filled} ${length}`}
          sx={{
            [forcedColours]: { stroke: 'Highlight' },
            '@keyframes fill': { from: { strokeDasharray: `0 ${length}` } },
            animation: `fill ${motion.flip} ${motion.out}`,
            '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
          }}
        />
      </Box>
      <Box
        sx={{ position: 'absolute', inset: 0, display: 'grid', placeContent: 'center', textAlign: 'center' }}
      >
        <Typography component="p" sx={{ fontSize: size * 0.22, fontWeight: 700, lineHeight: 1.1 }}>
          {percentLabel(percent)}
        </Typography>
        {children}
      </Box>
    </Box>
  );
}
