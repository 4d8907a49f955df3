import { t } from '@lingui/core/macro';
import { study } from '@kumbuka/contracts/constants';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { percentLabel } from '../../shared/format/percent.ts';
import type { PublicStats } from '../../shared/format/public-stats.ts';
import { Gauge } from '../../shared/ui/figures/gauge.tsx';
import { BoltIcon } from '../../shared/ui/icons.tsx';
import { forcedColours, forcedFill, meterFill, tint } from '../../shared/theme/tokens.ts';
import { levelOf, xpPercent } from './level.ts';

const gauges = () =>
  [
    [t`Weekly Goal`, 85],
    [t`Mastery Level`, 92],
    [t`Study Streak`, 78],
    [t`Focus Score`, 95],
  ] as const;

const figures = () =>
  [
    [percentLabel(85), t`Retention Rate`],
    ['120', t`Cards Mastered`],
    ['15', t`Minutes/Day`],
    [percentLabel(92), t`Accuracy`],
  ] as const;

function XpBar({ xp, nextLevelXp }: PublicStats) {
  const percent = xpPercent(xp, nextLevelXp);
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mb: 0.75 }}>
        <Typography id="xp-progress" variant="body2" sx={{ color: 'text.secondary' }}>
          {t`XP Progress — ${xp} / ${nextLevelXp}`}
        </Typography>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {percentLabel(percent)}
        </Typography>
      </Box>
      <Box
        role="progressbar"
        aria-labelledby="xp-progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        sx={{
          height: 12,
          borderRadius: '999px',
          bgcolor: 'surface.sunken',
          overflow: 'hidden',
          [forcedColours]: { border: '1px solid CanvasText' },
        }}
      >
        <Box
          sx={{
            width: `${percent}%`,
            height: 1,
            borderRadius: '999px',
            bgcolor: meterFill,
            ...forcedFill('Highlight'),
          }}
        />
      </Box>
    </>
  );
}

/** The product's counters with the specified sample figures; a signed-in visitor sees their own XP and level. */
export function ProgressSection({ stats }: { stats: PublicStats }) {
  return (
    <Card
      component="section"
      aria-labelledby="level"
      sx={{
        p: { xs: 2.5, sm: 5 },
        display: 'grid',
        gap: { xs: 4, md: 6 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1.15fr) minmax(0, 1fr)' },
      }}
    >
      <Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 3 }}>
          <Box
            aria-hidden
            sx={{
              width: 48,
              height: 48,
              borderRadius: '12px',
              display: 'grid',
              placeItems: 'center',
              bgcolor: tint.soft,
              color: 'meaning.link',
              fontSize: 22,
            }}
          >
            <BoltIcon />
          </Box>
          <Box>
            <Typography id="level" variant="h2">
              {t`Level ${levelOf(stats.xp)} in progress`}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t`+${study.xpPerSession} XP for every study session`}
            </Typography>
          </Box>
        </Box>
        <XpBar {...stats} />
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3, mb: -2 }}>
          {t`Example: what a learner sees after some weeks.`}
        </Typography>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            mt: 4,
            gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(4, 1fr)' },
          }}
        >
          {gauges().map(([label, percent]) => (
            <Box key={label} sx={{ display: 'grid', justifyItems: 'center', gap: 1 }}>
              <Gauge percent={percent} label={label} colour={meterFill} size={104} />
              <Typography aria-hidden variant="body2" sx={{ color: 'text.secondary' }}>
                {label}
              </Typography>
            </Box>
          ))}
        </Box>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          gridAutoRows: '1fr',
        }}
      >
        {figures().map(([value, label]) => (
          <Box
            key={label}
            sx={{
              p: 2,
              borderRadius: '12px',
              bgcolor: 'surface.sunken',
              display: 'grid',
              alignContent: 'center',
            }}
          >
            <Typography component="p" sx={{ fontSize: '1.5rem', fontWeight: 700, lineHeight: '32px' }}>
              {value}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
          </Box>
        ))}
      </Box>
    </Card>
  );
}
