import Box from '@mui/material/Box';
import type { DashboardScreenQuery } from './dashboard-page.generated.ts';
import { DuePanel } from './due-panel.tsx';
import { useCelebration } from './finished-day.ts';
import { nextCardOf } from './next-card.tsx';
import { QuickStudy, StreakPanel } from './side-panels.tsx';

type Viewer = DashboardScreenQuery['viewer'];

/** Distances of a page: between its groups, and between the panels of one group. */
export const betweenGroups = 4;
export const inGroup = 1;

/** Main column and a side column of 336 from lg; on narrow screens one column in the order of the areas. */
export const mainPanels = {
  display: 'grid',
  gap: inGroup,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 336px' },
  mb: betweenGroups,
};
export const sideColumn = {
  display: 'grid',
  gap: inGroup,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'minmax(0, 1fr)' },
};

const lowPanels = { ...mainPanels, gridTemplateColumns: 'minmax(0, 1fr)' };
const lowColumns = {
  ...sideColumn,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
};

interface MainPanelsProps {
  /** Null when it could not be loaded. */
  viewer: Viewer | null;
  /** Whether each of the last seven days had an answer; null while that is not known. */
  lastDays: readonly boolean[] | null;
  isFinished: boolean;
  onRetry: () => void;
}

/** Today: the next question with the due cards, and the streak. */
export function MainPanels({ viewer, lastDays, isFinished, onRetry }: MainPanelsProps) {
  const celebrates = useCelebration(isFinished);
  const next = nextCardOf(viewer?.studyQueue ?? null);
  // Without a question the first panel is lower than the two beside it, which then stand below it in one row.
  const isLow = isFinished || next === null;
  return (
    <Box sx={isLow ? lowPanels : mainPanels}>
      <DuePanel
        dashboard={viewer?.dashboard ?? null}
        next={next}
        decks={viewer?.decks?.items ?? []}
        isFinished={isFinished}
        onRetry={onRetry}
      />
      <Box sx={isLow ? lowColumns : sideColumn}>
        <StreakPanel
          stats={viewer?.stats ?? null}
          lastDays={lastDays}
          celebrates={celebrates}
          onRetry={onRetry}
        />
        <QuickStudy />
      </Box>
    </Box>
  );
}
