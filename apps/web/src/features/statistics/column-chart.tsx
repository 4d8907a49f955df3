import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { forcedShape, meterFill } from '../../shared/theme/tokens.ts';
import { axisTop } from './scale.ts';

export interface Column {
  /** Label below the column, if it has one. */
  label: string;
  /** `null` where nothing is known. */
  value: number | null;
}

interface ColumnChartProps {
  columns: readonly Column[];
  /** The whole chart in words. */
  sentence: string;
  /** A number on the axis. */
  format?: (value: number) => string;
  /** Index of the column that is the present day. */
  today?: number;
}

const height = 152;
const barWidth = 0.72;

interface PlotProps {
  columns: readonly Column[];
  top: number;
  today: number | undefined;
}

const plot = {
  width: 1,
  height,
  display: 'block',
  overflow: 'visible',
  '& rect': forcedShape('Highlight'),
  '& rect[data-today]': forcedShape('CanvasText'),
};

/** Sizes are percentages, so that the columns fill any width and their corners stay round. */
function Plot({ columns, top, today }: PlotProps) {
  const step = 100 / columns.length;
  return (
    <Box component="svg" sx={plot}>
      {[0, 50, 100].map((y) => (
        <line
          key={y}
          x1="0"
          x2="100%"
          y1={`${y}%`}
          y2={`${y}%`}
          stroke="var(--k-palette-divider)"
          strokeWidth="1"
        />
      ))}
      {columns.map(({ value }, index) => {
        if (!value) return null;
        const share = (100 * value) / top;
        return (
          <rect
            key={index}
            x={`${(index + (1 - barWidth) / 2) * step}%`}
            y={`${100 - share}%`}
            width={`${barWidth * step}%`}
            height={`${share}%`}
            rx="2"
            data-today={index === today || undefined}
            fill={index === today ? 'var(--k-palette-warning-main)' : meterFill}
          />
        );
      })}
    </Box>
  );
}

/** Names of the first, the last and a few columns between them. */
function Names({ columns }: { columns: readonly Column[] }) {
  const last = columns.length - 1;
  const named = [...new Set([0, 1, 2, 3].map((part) => Math.round((part * last) / 3)))];
  return (
    <Box aria-hidden sx={{ display: 'flex', justifyContent: 'space-between', mt: 0.5 }}>
      {named.map((index) => (
        <Typography key={index} variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {columns[index]?.label}
        </Typography>
      ))}
    </Box>
  );
}

/** Columns over time, with a round top and its half on the axis. */
export function ColumnChart({ columns, sentence, format = String, today }: ColumnChartProps) {
  const top = axisTop(Math.max(...columns.map(({ value }) => value ?? 0)));
  return (
    <Box
      role="img"
      aria-label={sentence}
      sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 1 }}
    >
      <Box
        aria-hidden
        sx={{
          height,
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          alignItems: 'flex-end',
        }}
      >
        {[top, top / 2, 0].map((value) => (
          <Typography
            key={value}
            variant="caption"
            sx={{ color: 'text.secondary', lineHeight: 0, minWidth: '2ch', textAlign: 'right' }}
          >
            {format(value)}
          </Typography>
        ))}
      </Box>
      <Plot columns={columns} top={top} today={today} />
      <Box sx={{ gridColumn: 2 }}>
        <Names columns={columns} />
      </Box>
    </Box>
  );
}
