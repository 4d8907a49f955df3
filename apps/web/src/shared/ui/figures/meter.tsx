import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { fairFill, forcedFill, meterFill } from '../../theme/tokens.ts';

export type Tone = 'primary' | 'good' | 'fair' | 'poor' | 'streak';
const fill: Record<Tone, string> = {
  primary: meterFill,
  good: 'meaning.good',
  fair: fairFill,
  poor: 'meaning.poor',
  streak: 'meaning.streak',
};

/**
 * Green at 80 or more, yellow at 60 or more, red below; 79.6 is rounded first.
 * The number is always printed beside the colour.
 */
export function masteryTone(percent: number): Tone {
  const shown = Math.round(percent);
  if (shown >= 80) return 'good';
  return shown >= 60 ? 'fair' : 'poor';
}

export interface MeterProps {
  label: ReactNode;
  value: number;
  max: number;
  text: ReactNode;
  tone?: Tone;
  height?: number;
}

/** Label left, value right, bar below; the bar is capped at 100 %. */
export function Meter({ label, value, max, text, tone = 'primary', height = 8 }: MeterProps) {
  const id = useId();
  const percent = max > 0 ? Math.min(100, Math.round((value / max) * 100)) : 0;
  return (
    <Box>
      <Box
        sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 2, mb: 0.75 }}
      >
        <Typography id={id} variant="body2" sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
        <Typography
          variant="body2"
          sx={{ fontWeight: 600, color: tone === 'primary' ? 'text.primary' : fill[tone] }}
        >
          {text}
        </Typography>
      </Box>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-labelledby={id}
        sx={{ height, '& .MuiLinearProgress-bar': { bgcolor: fill[tone], ...forcedFill('Highlight') } }}
      />
    </Box>
  );
}
