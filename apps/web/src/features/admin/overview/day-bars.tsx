import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { meterFill, quietFill } from '../../../shared/theme/tokens.ts';
import type { AdminDaysQuery } from './overview-tab.generated.ts';
import { numberLabel } from '../../../shared/format/format.ts';

type Day = AdminDaysQuery['adminDays'][number];
type Series = Exclude<keyof Day, '__typename' | 'date'>;

const series = (): { of: Series; title: string }[] => [
  { of: 'newUsers', title: t`New users` },
  { of: 'activeUsers', title: t`Active users` },
  { of: 'answers', title: t`Answers` },
  { of: 'generations', title: t`Generations` },
  { of: 'payments', title: t`Payments` },
];
const [height, step, barWidth] = [56, 10, 7];

const week = 7;
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

interface BarsProps {
  /** The whole chart in words. */
  sentence: string;
  dates: readonly string[];
  values: readonly number[];
  /** Pixels. */
  tall?: number;
}

/** A bar for each day. A day with 0 has a line of two units, so that the days can be counted. */
export function Bars({ sentence, dates, values, tall: boxHeight = height }: BarsProps) {
  const max = Math.max(...values, 1);
  return (
    <Box
      component="svg"
      role="img"
      aria-label={sentence}
      viewBox={`0 0 ${values.length * step} ${height}`}
      preserveAspectRatio="none"
      sx={{ display: 'block', width: 1, height: boxHeight, mt: 1 }}
    >
      {values.map((value, day) => {
        const tall = Math.max(2, Math.round((value / max) * height));
        return (
          <rect
            key={dates[day]}
            x={day * step}
            y={height - tall}
            width={barWidth}
            height={tall}
            rx="2"
            fill={value === 0 ? quietFill : meterFill}
          />
        );
      })}
    </Box>
  );
}

/** The last seven whole days beside the seven before; today is not over. */
function comparison(values: readonly number[]): string {
  const whole = values.slice(0, -1);
  const [before, last] = [sumOf(whole.slice(-2 * week, -week)), sumOf(whole.slice(-week))];
  return t`${numberLabel(last)} in 7 days, ${numberLabel(before)} in the 7 before`;
}

/** Five small charts of the last days. */
export function DayBars({ days }: { days: readonly Day[] }) {
  const dates = days.map(({ date }) => date);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: 'repeat(6, minmax(0, 1fr))', lg: 'repeat(5, minmax(0, 1fr))' },
        // Three above two, so that no chart has a row of its own.
        '& > *': { gridColumn: { sm: 'span 2', lg: 'auto' } },
        '& > :nth-of-type(n + 4)': { gridColumn: { sm: 'span 3', lg: 'auto' } },
      }}
    >
      {series().map(({ of, title }) => {
        const values = days.map((day) => day[of]);
        const total = sumOf(values);
        const max = Math.max(...values, 1);
        const sentence = t`${title}: ${total} from ${dates[0] ?? ''} to ${dates.at(-1) ?? ''}, at most ${max} on a day, ${values.at(-1) ?? 0} today.`;
        return (
          <Panel key={of} dense>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {title}
            </Typography>
            <Typography component="p" sx={{ fontWeight: 700 }}>
              {numberLabel(values.at(-1) ?? 0)}{' '}
              <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                {t`today`}
              </Box>
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {comparison(values)}
            </Typography>
            <Bars sentence={sentence} dates={dates} values={values} />
          </Panel>
        );
      })}
    </Box>
  );
}
