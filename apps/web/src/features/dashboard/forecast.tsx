import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { forcedFill, meterFill } from '../../shared/theme/tokens.ts';
import { weekdayNames } from '../../shared/format/format.ts';
import type { DayCount } from './calendar.ts';

const weekdayOf = ({ date }: DayCount) => weekdayNames()[new Date(date).getUTCDay()];

const nothing = () => t`Nothing falls due in these days.`;

interface ForecastProps {
  /** Cards falling due per day, tomorrow first. */
  days: readonly DayCount[];
}

function Bar({ cards, max }: { cards: number; max: number }) {
  if (cards === 0) return <></>;
  return (
    <Box
      sx={{
        gridRow: 2,
        width: 1,
        maxWidth: 28,
        position: 'relative',
        height: `${(cards / max) * 100}%`,
        minHeight: 4,
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

/** A narrow screen has room for the date only. */
function DayName({ day }: { day: DayCount }) {
  return (
    <Box component="span" sx={{ gridRow: 3 }}>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {weekdayOf(day)}
      </Box>
      <Box component="span" sx={{ display: { sm: 'none' } }}>
        {new Date(day.date).getUTCDate()}
      </Box>
    </Box>
  );
}

/** Replaces the bars when there are none: an empty chart looks as if it had not loaded. */
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

/** Cards falling due per day. The bars have their numbers, so there is no axis. */
export function Forecast({ days }: ForecastProps) {
  const max = Math.max(...days.map(({ count }) => count), 1);
  const isEmpty = days.every(({ count }) => count === 0);
  const sentence = days.map((day) => `${weekdayOf(day)} ${day.count}`).join(', ');
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
      {days.map((day) => (
        <Box
          key={day.date}
          sx={{
            display: 'grid',
            gridTemplateRows: { xs: '20px 80px 22px', sm: '20px minmax(112px, 1fr) 22px' },
            justifyItems: 'center',
            alignItems: 'end',
            fontSize: { xs: '0.75rem', sm: '0.8125rem' },
            color: 'text.secondary',
          }}
        >
          <Bar cards={day.count} max={max} />
          <DayName day={day} />
        </Box>
      ))}
      {isEmpty && <Nothing />}
    </Box>
  );
}
