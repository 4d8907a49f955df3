import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { readToken } from '../../shared/auth/token.ts';
import type { PublicStats } from '../../shared/format/public-stats.ts';
import { CheckIcon } from '../../shared/ui/icons.tsx';
import { forcedColours, forcedFill, ink } from '../../shared/theme/tokens.ts';

/** A studied day in forced colours. */
const forcedDone = { ...forcedFill('Highlight'), [`&&`]: { [forcedColours]: { color: 'HighlightText' } } };

const points = () => [
  t`Pick a ready-made deck or make your own in minutes.`,
  t`Study in short sessions that fit a bus ride.`,
  t`Answer, and the next review is scheduled for you.`,
  t`Watch what you remember grow from week to week.`,
];

function WeeklyGoal({ completedDays, targetDays }: PublicStats) {
  return (
    <Card component="section" aria-label={t`Weekly goal`} sx={{ p: 3 }}>
      <Typography variant="h3">{t`Weekly goal`}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, mb: 2.5 }}>
        {t`${completedDays} of ${plural(targetDays, { one: '# study day', other: '# study days' })} this week`}
      </Typography>
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: `repeat(${Math.max(1, targetDays)}, minmax(0, 1fr))`,
        }}
      >
        {Array.from({ length: targetDays }, (_, index) => {
          const done = index < completedDays;
          return (
            <Box
              key={index}
              sx={{
                py: 2.5,
                textAlign: 'center',
                borderRadius: '12px',
                fontWeight: 600,
                fontSize: '0.875rem',
                whiteSpace: 'nowrap',
                overflow: 'hidden',
                border: '1px dashed',
                borderColor: done ? 'primary.main' : 'meaning.control',
                bgcolor: done ? 'primary.main' : 'surface.sunken',
                color: done ? ink.onPrimary : 'text.secondary',
                ...(done && forcedDone),
              }}
            >
              {t`Day ${index + 1}`}
            </Box>
          );
        })}
      </Box>
    </Card>
  );
}

export function JourneySection({ stats }: { stats: PublicStats }) {
  const isLearner = readToken() !== null;
  return (
    <Box
      component="section"
      aria-labelledby="journey"
      sx={{
        display: 'grid',
        gap: 5,
        alignItems: 'center',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1.3fr 1fr' },
      }}
    >
      <Box>
        <Typography id="journey" variant="h2" sx={{ fontSize: { xs: '1.5rem', sm: '2rem' }, mb: 2 }}>
          {t`Your Journey, Your Way`}
        </Typography>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', mb: 3 }}>
          {points().map((point) => (
            <Box component="li" key={point} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1 }}>
              <Box
                component="span"
                aria-hidden
                sx={{ display: 'inline-flex', color: 'meaning.good', fontSize: 22 }}
              >
                <CheckIcon />
              </Box>
              {point}
            </Box>
          ))}
        </Box>
        <Button component={Link} to={isLearner ? '/dashboard' : '/signup'} variant="soft" size="large">
          {isLearner ? t`Go to dashboard` : t`Start your learning journey`}
        </Button>
      </Box>
      <WeeklyGoal {...stats} />
    </Box>
  );
}
