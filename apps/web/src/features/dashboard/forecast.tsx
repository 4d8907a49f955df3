import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { forcedFill, meterFill } from '../../shared/theme/tokens.ts';
import { dateFormat } from '../../shared/lib/format.ts';

const formatDay = dateFormat({ weekday: 'short', timeZone: 'UTC' });
const formatWeekdayInitial = dateFormat({ weekday: 'narrow', timeZone: 'UTC' });
/** A Sunday in UTC, and the days after it. */
const dayOf = (weekday: number) => Date.UTC(2023, 0, 1 + weekday);

const nothing = () => t`Nothing falls due in these days.`;

interface ForecastProps {
  /** Cards falling due per day, tomorrow first. */
  due: readonly number[];
  /** Tomorrow's day of the week, 0 is Sunday. */
  tomorrow: number;
}

function Bar({ cards, most }: { cards: number; most: number }) {
  if (cards === 0) return <></>;
  return (
    <Box
      sx={{
        gridRow: 2,
        width: 1,
        maxWidth: 28,
        position: 'relative',
        // By the square root, so that one full day does not flatten all the others.
        height: `${Math.sqrt(cards / most) * 100}%`,
        borderRadius: '6px',
        bgcolor: meterFill,
        ...forcedFill('Highlight'),
      }}
    >
      <Box
        component="span"
        sx={{ position: 'absolute', bottom: 'calc(100% + 2px)', left: '50%', transform: 'translateX(-50%)' }}
      >
        {cards}
      </Box>
    </Box>
  );
}

function DayName({ weekday }: { weekday: number }) {
  return (
    <Box component="span" sx={{ gridRow: 3 }}>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {formatDay(dayOf(weekday))}
      </Box>
      <Box component="span" sx={{ display: { sm: 'none' } }}>
        {formatWeekdayInitial(dayOf(weekday))}
      </Box>
    </Box>
  );
}

/** In the place of the bars: a chart without any looks as if it had not come. */
function Nothing() {
  return (
    <Typography
      sx={{
        position: 'absolute',
        inset: '0 0 22px',
        display: 'grid',
        placeItems: 'center',
        color: 'text.secondary',
      }}
    >
      {nothing()}
    </Typography>
  );
}

/** Cards falling due per day. Numbers stand on the bars, so there is no axis to read. */
export function Forecast({ due, tomorrow }: ForecastProps) {
  const most = Math.max(...due, 1);
  const days = due.map((cards, day) => ({ cards, weekday: (tomorrow + day) % 7 }));
  const isEmpty = due.every((cards) => cards === 0);
  const sentence = days.map(({ cards, weekday }) => `${formatDay(dayOf(weekday))} ${cards}`).join(', ');
  return (
    <Box
      role="img"
      aria-label={isEmpty ? nothing() : t`Cards due: ${sentence}`}
      sx={{
        position: 'relative',
        display: 'grid',
        flex: 1,
        gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))`,
        gap: { xs: 0.5, sm: 1 },
      }}
    >
      {days.map(({ cards, weekday }, day) => (
        <Box
          key={day}
          sx={{
            display: 'grid',
            gridTemplateRows: { xs: '20px 80px 22px', sm: '20px minmax(112px, 1fr) 22px' },
            justifyItems: 'center',
            alignItems: 'end',
            fontSize: { xs: '0.75rem', sm: '0.8125rem' },
            color: 'text.secondary',
          }}
        >
          <Bar cards={cards} most={most} />
          <DayName weekday={weekday} />
        </Box>
      ))}
      {isEmpty && <Nothing />}
    </Box>
  );
}
