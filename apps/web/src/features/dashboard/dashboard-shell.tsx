import Box from '@mui/material/Box';
import { greeting } from '../../shared/lib/format.ts';
import { Bar } from '../../shared/ui/figures/bar.tsx';
import { MainArea } from '../../shared/ui/page/main-area.tsx';
import { BrandLink } from '../../shared/ui/page/public-bar.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonPanels } from './dashboard-skeleton.tsx';
import { StatsStrip } from './stats-strip.tsx';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Greeting of each hour, for the page that fills in the name. */
export const greetings = () => hours.map(greeting);

/** The dashboard before its script: the page puts the greeting into the heading and then shows what is below the bar. */
export function DashboardShell() {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Bar gap={1}>
        <BrandLink to="/dashboard" />
      </Bar>
      <MainArea>
        <Page
          title=""
          titleLines={2}
          actionsBeside="lg"
          lead=""
          actions={<StatsStrip stats={null} due={null} loading />}
        >
          <SkeletonPanels />
        </Page>
      </MainArea>
    </Box>
  );
}
