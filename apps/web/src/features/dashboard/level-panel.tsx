import { t } from '@lingui/core/macro';
import { study } from '@kumbuka/contracts/constants';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { LockIcon, MedalIcon } from '../../shared/ui/icons.tsx';
import { Meter } from '../../shared/ui/figures/meter.tsx';
import { badgeViews, type BadgeView } from './badges.ts';
import { FoldPanel } from './fold-panel.tsx';
import type { LevelPanelPartsFragment } from './level-panel.generated.ts';

const badgesFromLevel = 2;

function BadgeTile({ title, state, earned }: BadgeView) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        p: 1.5,
        borderRadius: '12px',
        bgcolor: earned ? 'surface.sunken' : 'transparent',
        border: earned ? '1px solid transparent' : '1px dashed',
        borderColor: earned ? 'transparent' : 'meaning.control',
      }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{ display: 'inline-flex', fontSize: 24, color: earned ? 'meaning.streak' : 'meaning.muted' }}
      >
        {earned ? <MedalIcon /> : <LockIcon />}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {state}
        </Typography>
      </Box>
    </Box>
  );
}

/** The XP of the level, and badges once they are unlocked. */
export function LevelPanel({ stats }: { stats: LevelPanelPartsFragment }) {
  const { level, xp, nextLevelXp, badges } = stats;
  return (
    <FoldPanel title={t`Level ${level}`}>
      <Meter
        label={t`XP Progress`}
        value={xp}
        max={nextLevelXp}
        text={t`${nextLevelXp - xp} XP to level ${level + 1}`}
      />
      {level >= badgesFromLevel ? (
        <Box
          component="ul"
          aria-label={t`Badges`}
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
            m: 0,
            mt: { xs: 2, sm: 3 },
            p: 0,
            listStyle: 'none',
          }}
        >
          {badgeViews(badges).map((badge) => (
            <BadgeTile key={badge.title} {...badge} />
          ))}
        </Box>
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
          {t`Badges unlock at level ${badgesFromLevel}. Each finished session brings ${study.xpPerSession} XP.`}
        </Typography>
      )}
    </FoldPanel>
  );
}
