import { greeting } from '../../shared/format/format.ts';
import { Page } from '../../shared/ui/page/page.tsx';
import { ShellPage } from '../../shared/ui/page/shell-page.tsx';
import { SkeletonPanels } from './dashboard-skeleton.tsx';
import { StatsStrip } from './stats-strip.tsx';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Greeting of each hour, for the page that fills in the name. */
export const greetings = () => hours.map(greeting);

/** The dashboard before its script: the page puts the greeting into the heading and then shows what is below the bar. */
export function DashboardShell() {
  return (
    <ShellPage>
      <Page
        title=""
        titleLines={2}
        actionsBeside="lg"
        lead=""
        actions={<StatsStrip stats={null} due={null} loading onRetry={() => {}} />}
      >
        <SkeletonPanels />
      </Page>
    </ShellPage>
  );
}
