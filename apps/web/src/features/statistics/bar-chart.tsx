import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ownText } from '../../shared/format/own-text.ts';
import { forcedOutline, forcedShape, meterFill } from '../../shared/theme/tokens.ts';

export interface BarRow {
  label: string;
  /** 0 to 1; `null` where nothing is known. */
  share: number | null;
  /** The number beside the bar. */
  text: string;
  fill?: string | undefined;
}

interface BarChartProps {
  rows: readonly BarRow[];
  /** The labels are texts of the learner. */
  isOwn?: boolean;
  /** The whole chart in words. */
  sentence: string;
}

const bar = {
  width: 1,
  height: 8,
  display: 'block',
  '& rect:first-of-type': forcedOutline,
  '& rect + rect': forcedShape('Highlight'),
};

/** One bar per row, its number printed beside it. */
export function BarChart({ rows, sentence, isOwn = false }: BarChartProps) {
  return (
    <Box
      role="img"
      aria-label={sentence}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.25 }}
    >
      {rows.map(({ label, share, text, fill }, index) => (
        <Box key={index}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mb: 0.5 }}>
            <Typography
              variant="body2"
              noWrap
              {...(isOwn && ownText)}
              sx={{ color: 'text.secondary', minWidth: 0 }}
            >
              {label}
            </Typography>
            <Typography variant="body2" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
              {text}
            </Typography>
          </Box>
          <Box component="svg" sx={bar}>
            <rect width="100%" height="8" rx="4" fill="var(--k-palette-surface-sunken)" />
            {share !== null && share > 0 && (
              <rect width={`${share * 100}%`} height="8" rx="4" fill={fill ?? meterFill} />
            )}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
