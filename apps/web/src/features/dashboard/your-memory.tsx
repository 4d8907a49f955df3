import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { YourMemoryDocument, type YourMemoryQuery } from '../../shared/graphql/generated.ts';
import { useDelayed } from '../../shared/lib/use-delayed.ts';
import { LockIcon, MedalIcon } from '../../shared/ui/icons.tsx';
import { Meter } from '../../shared/ui/meter.tsx';
import { Panel } from '../../shared/ui/page.tsx';
import { badgeViews, type BadgeView } from './badges.ts';
import { weeksUntil } from './calendar.ts';
import { Forecast } from './forecast.tsx';
import { Heatmap } from './heatmap.tsx';

type Viewer = YourMemoryQuery['viewer'];
const weeks = 26;
const badgesFromLevel = 2;
const notThere = 'This cannot be shown right now.';

function Gap() {
  return <Typography sx={{ color: 'text.secondary' }}>{notThere}</Typography>;
}

/** The learner's own date: the first day of the forecast, else the browser's. */
function todayOf({ forecast }: Viewer): string {
  return forecast?.[0]?.date ?? new Date().toLocaleDateString('sv');
}

function ReviewDays({ viewer }: { viewer: Viewer }) {
  const today = todayOf(viewer);
  return (
    <Panel title="Review days" note="Cards answered per day.">
      {viewer.reviewDays ? (
        <Heatmap days={weeksUntil(viewer.reviewDays, today, weeks)} end={new Date(today)} weeks={weeks} />
      ) : (
        <Gap />
      )}
    </Panel>
  );
}

function ComingUp({ viewer }: { viewer: Viewer }) {
  const { forecast } = viewer;
  return (
    <Panel title="Coming up" note="Cards falling due in the next 14 days.">
      {forecast ? (
        <Forecast due={forecast.map(({ count }) => count)} today={new Date(todayOf(viewer)).getUTCDay()} />
      ) : (
        <Gap />
      )}
    </Panel>
  );
}

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

function Level({ stats }: { stats: NonNullable<Viewer['stats']> }) {
  const { level, xp, nextLevelXp, badges } = stats;
  return (
    <Panel
      title={`Level ${level}`}
      action={
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {nextLevelXp - xp} XP to level {level + 1}
        </Typography>
      }
    >
      <Meter label="XP Progress" value={xp} max={nextLevelXp} text={`${xp} / ${nextLevelXp}`} />
      {level >= badgesFromLevel ? (
        <Box
          component="ul"
          aria-label="Badges"
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
            m: 0,
            mt: 3,
            p: 0,
            listStyle: 'none',
          }}
        >
          {badgeViews(badges).map((badge) => (
            <BadgeTile key={badge.title} {...badge} />
          ))}
        </Box>
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
          Badges unlock at level 2. Each finished session brings 10 XP.
        </Typography>
      )}
    </Panel>
  );
}

const grid = {
  display: 'grid',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
};

/** How the learner's memory was built, and what comes back when. */
export function YourMemory() {
  const { data, loading } = useQuery(YourMemoryDocument);
  const late = useDelayed(loading && !data);
  return (
    <Box component="section" aria-labelledby="your-memory" sx={{ mt: 6, minHeight: 400 }}>
      <Typography id="your-memory" variant="h2" sx={{ mb: 2 }}>
        Your memory
      </Typography>
      {late && (
        <Box sx={grid} aria-hidden>
          <Skeleton variant="rounded" height={312} sx={{ borderRadius: '16px' }} />
          <Skeleton variant="rounded" height={312} sx={{ borderRadius: '16px' }} />
        </Box>
      )}
      {data && (
        <Box sx={grid}>
          <ReviewDays viewer={data.viewer} />
          <ComingUp viewer={data.viewer} />
          {data.viewer.stats && (
            <Box sx={{ gridColumn: '1 / -1' }}>
              <Level stats={data.viewer.stats} />
            </Box>
          )}
        </Box>
      )}
      {!data && !loading && <Gap />}
    </Box>
  );
}
