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

/** The current week, Sunday first. Today's dot lights up once, when the day's first session is saved. */
export function StreakWeek({
  studied,
  today,
  celebrate = false,
}: {
  studied: boolean[];
  today: number;
  celebrate?: boolean;
}) {
  return (
    <Box
      role="img"
      aria-label={t`Studied on ${studied.filter(Boolean).length} of 7 days this week`}
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', gap: 0.5 }}
    >
      {weekdayNames().map((name, day) => (
        <Box key={day} sx={{ display: 'grid', justifyItems: 'center', gap: 0.75 }}>
          <Box
            sx={{
              width: 28,
              height: 28,
              borderRadius: '50%',
              display: 'grid',
              placeItems: 'center',
              bgcolor: studied[day] ? 'warning.main' : 'transparent',
              color: ink.onWarning,
              border: '2px solid',
              borderColor: studied[day]
                ? 'warning.main'
                : day === today
                  ? 'meaning.streak'
                  : 'meaning.control',
              opacity: day > today ? 0.5 : 1,
              '@keyframes light': { '0%': { transform: 'scale(0.6)' }, '60%': { transform: 'scale(1.18)' } },
              animation: celebrate && day === today ? `light ${motion.settle} ${motion.spring}` : 'none',
              '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
            }}
          >
            {studied[day] && <FlameIcon size={16} strokeWidth={1} fill="currentColor" />}
          </Box>
          <Typography
            variant="caption"
            sx={{
              fontSize: '0.75rem',
              color: day === today ? 'text.primary' : 'meaning.muted',
              fontWeight: day === today ? 700 : 400,
            }}
          >
            {name}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
