import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useNow } from '../../shared/lib/use-now.ts';
import type { DashboardScreenQuery } from './dashboard-page.generated.ts';
import { DuePanel } from './due-panel.tsx';
import { LearningProgress } from './learning-progress.tsx';
import { LearningTips, QuickStudy, StreakPanel } from './side-panels.tsx';

type Viewer = DashboardScreenQuery['viewer'];

/** Main column and a side column of 336 from lg; on narrow screens one column in the order of the areas. */
const areas = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 336px' },
};

export function MainPanels({ viewer, loading }: { viewer: Viewer | undefined; loading: boolean }) {
  const now = useNow();
  const streak = viewer?.stats?.streak ?? 0;
  return (
    <Box sx={{ ...areas, mb: 5 }}>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {loading ? (
          <Skeleton variant="rounded" height={200} sx={{ borderRadius: '16px' }} />
        ) : (
          <DuePanel dashboard={viewer?.dashboard ?? null} />
        )}
        <LearningProgress dashboard={viewer?.dashboard ?? null} loading={loading} />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(2, minmax(0, 1fr))',
            lg: 'minmax(0, 1fr)',
          },
        }}
      >
        <QuickStudy />
        <StreakPanel
          streak={streak}
          studied={viewer?.stats?.studiedWeekdays ?? []}
          today={viewer?.stats?.weekday ?? now.getDay()}
        />
        <Box sx={{ gridColumn: { sm: '1 / -1', lg: 'auto' } }}>
          <LearningTips />
        </Box>
      </Box>
    </Box>
  );
}
