import Box from '@mui/material/Box';
import type { DashboardScreenQuery } from './dashboard-page.generated.ts';
import { DuePanel } from './due-panel.tsx';
import { useCelebration } from './finished-day.ts';
import { nextCardOf } from './next-card.tsx';
import { LearningProgress } from './learning-progress.tsx';
import { LearningTips, QuickStudy, StreakPanel } from './side-panels.tsx';

type Viewer = DashboardScreenQuery['viewer'];

const gap = { xs: 2, sm: 3 };

/** Main column and a side column of 336 from lg; on narrow screens one column in the order of the areas. */
export const mainPanels = {
  display: 'grid',
  gap,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 336px' },
  mb: { xs: 3, sm: 5 },
};
export const mainColumn = { display: 'grid', gap, gridTemplateColumns: 'minmax(0, 1fr)' };
export const sideColumn = {
  display: 'grid',
  gap,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'minmax(0, 1fr)' },
};

interface MainPanelsProps {
  /** Null when it could not be loaded. */
  viewer: Viewer | null;
  isFinished: boolean;
  onRetry: () => void;
}

const fewRows = 2;

export function MainPanels({ viewer, isFinished, onRetry }: MainPanelsProps) {
  const dashboard = viewer?.dashboard ?? null;
  const celebrates = useCelebration(isFinished);
  // With few due decks the columns are level without the tips, which then stand below both.
  const isShort = (dashboard?.dueDecks.length ?? 0) <= fewRows;
  return (
    <Box sx={mainPanels}>
      <Box sx={mainColumn}>
        <DuePanel
          dashboard={dashboard}
          next={nextCardOf(viewer?.studyQueue ?? null)}
          decks={viewer?.decks?.items ?? []}
          isFinished={isFinished}
          onRetry={onRetry}
        />
        <LearningProgress dashboard={dashboard} onRetry={onRetry} />
      </Box>
      <Box sx={sideColumn}>
        <QuickStudy />
        <StreakPanel stats={viewer?.stats ?? null} celebrates={celebrates} />
        {!isShort && (
          <Box sx={{ gridColumn: { sm: '1 / -1', lg: 'auto' } }}>
            <LearningTips />
          </Box>
        )}
      </Box>
      {isShort && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <LearningTips />
        </Box>
      )}
    </Box>
  );
}
