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
  /** Cards falling due per day, today first. */
  due: readonly number[];
  /** Today's day of the week, 0 is Sunday. */
  today: number;
}

function Bar({ cards, most, isToday }: { cards: number; most: number; isToday: boolean }) {
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
        bgcolor: isToday ? 'warning.main' : meterFill,
        ...forcedFill(isToday ? 'CanvasText' : 'Highlight'),
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

interface DayNameProps {
  weekday: number;
  isToday: boolean;
}

function DayName({ weekday, isToday }: DayNameProps) {
  return (
    <Box component="span" sx={{ gridRow: 3 }}>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {isToday ? t`Today` : formatDay(dayOf(weekday))}
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
export function Forecast({ due, today }: ForecastProps) {
  const most = Math.max(...due, 1);
  const days = due.map((cards, day) => ({ cards, isToday: day === 0, weekday: (today + day) % 7 }));
  const isEmpty = due.every((cards) => cards === 0);
  const sentence = days
    .map(({ cards, isToday, weekday }) => `${isToday ? t`today` : formatDay(dayOf(weekday))} ${cards}`)
    .join(', ');
  return (
    <Box
      role="img"
      aria-label={isEmpty ? nothing() : t`Cards due: ${sentence}`}
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: {
          xs: `repeat(${days.length}, minmax(0, 1fr))`,
          sm: `minmax(0, 1.4fr) repeat(${days.length - 1}, minmax(0, 1fr))`,
        },
        gap: { xs: 0.5, sm: 1 },
        alignItems: 'end',
      }}
    >
      {days.map(({ cards, isToday, weekday }, day) => (
        <Box
          key={day}
          sx={{
            display: 'grid',
            gridTemplateRows: '20px 112px 22px',
            justifyItems: 'center',
            alignItems: 'end',
            fontSize: { xs: '0.75rem', sm: '0.8125rem' },
            color: isToday ? 'text.primary' : 'text.secondary',
            fontWeight: isToday ? 700 : 400,
          }}
        >
          <Bar cards={cards} most={most} isToday={isToday} />
          <DayName weekday={weekday} isToday={isToday} />
        </Box>
      ))}
      {isEmpty && <Nothing />}
    </Box>
  );
}
