import { t } from '@lingui/core/macro';
import { dateOf, todayAt } from '@kumbuka/contracts/study-day';
import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { dataOrCached } from '../../shared/apollo/shown.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { useSettling } from '../../shared/decks/settling.ts';
import { displayName, greeting } from '../../shared/format/format.ts';
import { lazyNamed } from '../../shared/browser/lazy-named.tsx';
import { useNow } from '../../shared/hooks/use-now.ts';
import { useRedirect } from '../../shared/hooks/use-redirect.ts';
import { weekdayLabel } from '../../shared/study/study-day.ts';
import { useFreshData } from '../../shared/study/use-fresh-data.ts';
import { useStudyClock } from '../../shared/study/use-study-clock.ts';
import { Page } from '../../shared/ui/page/page.tsx';
import { DashboardScreenDocument, type DashboardScreenQuery } from './dashboard-page.generated.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { isDayFinished } from './finished-day.ts';
import { lastSevenDays, type DayCount } from './calendar.ts';
import { LearningProgress } from './learning-progress.tsx';
import { betweenGroups, inGroup, MainPanels } from './main-panels.tsx';
import { NoDecks, RecentDecks } from './recent-decks.tsx';
import { ResumeBanner } from './resume-banner.tsx';
import { YourMemoryDocument } from './your-memory.generated.ts';
import { LearningTips } from './side-panels.tsx';
import { StatsStrip } from './stats-strip.tsx';
import { ZoneQuestion } from './zone-question.tsx';

const loadMemory = import('./your-memory.tsx');
const YourMemory = lazyNamed(() => loadMemory, 'YourMemory');

function leadFor(streak: number, day: string): string {
  return streak > 0
    ? t`${day} is a good day to keep your streak.`
    : t`${day} is a good day to start a streak.`;
}

/** The seven days up to today, once the review days are there. */
function useLastDays(days: readonly DayCount[] | null | undefined): boolean[] | null {
  const clock = useStudyClock();
  const now = useNow();
  return days ? lastSevenDays(days, dateOf(todayAt(clock, now))) : null;
}

/** Whether nothing was answered yet, so that the panels of the past have nothing to show. */
const isNewLearner = ({ dashboard }: DashboardScreenQuery['viewer']) => dashboard?.answers === 0;

export function DashboardPage() {
  const { user } = useAuth();
  const result = useQuery(DashboardScreenDocument);
  const { loading: fetching, refetch, client } = result;
  const memory = useQuery(YourMemoryDocument);
  const loaded = dataOrCached(result, () => client.readQuery({ query: DashboardScreenDocument }))?.viewer;
  const hasNoDeck = !fetching && loaded?.decks?.pageInfo.totalItems === 0;
  useRedirect(hasNoDeck ? '/welcome' : null);
  const viewer = hasNoDeck ? undefined : loaded;
  useSettling(viewer?.decks?.items, refetch);
  useFreshData({ query: DashboardScreenDocument }, { query: YourMemoryDocument });
  const loading = hasNoDeck || (fetching && !viewer);
  const now = useNow();
  const clock = useStudyClock();
  const lastDays = useLastDays(memory.data?.viewer.reviewDays);
  const decks = viewer?.decks ?? null;

  const stats = viewer?.stats ?? user?.stats ?? null;
  // One press loads everything that failed.
  const onRetry = () => {
    void refetch();
    if (memory.error) void memory.refetch();
  };
  return (
    <Page
      title={`${greeting(now.getHours())}, ${displayName(user ?? {})}`}
      documentTitle={t`Dashboard`}
      titleLines={2}
      actionsBeside="lg"
      lead={stats ? leadFor(stats.streak, weekdayLabel(now, clock)) : ''}
      above={
        <>
          <ZoneQuestion />
          <ResumeBanner open={viewer?.openSession} />
        </>
      }
      actions={
        <StatsStrip
          stats={stats}
          due={viewer?.dashboard?.dueCount ?? null}
          loading={loading}
          onRetry={onRetry}
        />
      }
    >
      {loading ? (
        <DashboardSkeleton />
      ) : (
        <>
          <MainPanels
            viewer={viewer ?? null}
            lastDays={lastDays}
            isFinished={!fetching && viewer !== undefined && isDayFinished(viewer)}
            onRetry={onRetry}
          />
          {decks?.pageInfo.totalItems === 0 ? <NoDecks /> : <RecentDecks decks={decks} onRetry={onRetry} />}
          <Box
            sx={{ mt: betweenGroups, display: 'grid', gap: inGroup, gridTemplateColumns: 'minmax(0, 1fr)' }}
          >
            <LearningProgress dashboard={viewer?.dashboard ?? null} onRetry={onRetry} />
            <LearningTips />
          </Box>
        </>
      )}
      {viewer && (
        <Suspense fallback={<Box sx={{ minHeight: 400 }} />}>
          <YourMemory
            data={memory.data}
            loading={memory.loading}
            isNew={isNewLearner(viewer)}
            onRetry={onRetry}
          />
        </Suspense>
      )}
    </Page>
  );
}
