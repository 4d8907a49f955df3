import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { weekdayNames } from '../../format/format.ts';
import { ink, motion, tint } from '../../theme/tokens.ts';
import { FlameIcon } from '../icons.tsx';

/** The chip of the public bar: 'Day N'. */
export function StreakChip({ days }: { days: number }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        height: 36,
        pl: 1,
        pr: 1.5,
        borderRadius: 999,
        bgcolor: tint.chip,
        color: 'meaning.streak',
        fontWeight: 600,
        fontSize: '0.875rem',
        whiteSpace: 'nowrap',
      }}
    >
      <FlameIcon size={20} fill={tint.flame} />
      {t`Day ${days}`}
    </Box>
  );
}

interface StreakDaysProps {
  /** The last seven days, today last. */
  studied: readonly boolean[];
  /** Today's day of the week, 0 is Sunday. */
  weekday: number;
  celebrate?: boolean;
}

/** The last seven days. Today's dot lights up once, when the day's first session is saved. */
export function StreakDays({ studied, weekday, celebrate = false }: StreakDaysProps) {
  const names = weekdayNames();
  const today = studied.length - 1;
  return (
    <Box
      role="img"
      aria-label={t`Studied on ${studied.filter(Boolean).length} of the last 7 days`}
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', gap: 0.5 }}
    >
      {studied.map((isStudied, day) => (
        <Box key={day} sx={{ display: 'grid', justifyItems: 'center', gap: 0.5 }}>
          <Box
            sx={{
              width: 24,
              height: 24,
              borderRadius: '50%',
              display: 'grid',
              placeItems: 'center',
              bgcolor: isStudied ? 'warning.main' : 'transparent',
              color: ink.onWarning,
              border: '2px solid',
              borderColor: isStudied ? 'warning.main' : day === today ? 'meaning.streak' : 'meaning.control',
              '@keyframes light': { '0%': { transform: 'scale(0.6)' }, '60%': { transform: 'scale(1.18)' } },
              animation: celebrate && day === today ? `light ${motion.flip} ${motion.out}` : 'none',
              '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
            }}
          >
            {isStudied && <FlameIcon size={14} strokeWidth={1} fill="currentColor" />}
          </Box>
          <Typography
            variant="caption"
            sx={{
              fontSize: '0.75rem',
              color: day === today ? 'text.primary' : 'meaning.muted',
              fontWeight: day === today ? 700 : 400,
            }}
          >
            {names[(weekday + 1 + day) % 7]}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
