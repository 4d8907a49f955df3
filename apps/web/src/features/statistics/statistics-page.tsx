import { t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../shared/apollo/errors.ts';
import { dataOrCached } from '../../shared/apollo/shown.ts';
import { useDelayed } from '../../shared/hooks/use-delayed.ts';
import { Page } from '../../shared/ui/page/page.tsx';
import { EmptyState } from '../../shared/ui/states/empty-state.tsx';
import { FailedState } from '../../shared/ui/states/failed-state.tsx';
import { ForecastChart, HoursChart, MinutesChart, ReviewsChart } from './day-charts.tsx';
import { MasteryChart, RetentionChart, StreaksChart } from './row-charts.tsx';
import { lazyNamed } from '../../shared/browser/lazy-named.tsx';
import { SaidAndWas } from './said-and-was.tsx';
import type { ShownStatistics, Viewer } from './shown-statistics.ts';
import { StatisticsScreenDocument } from './statistics-page.generated.ts';

const PastDay = lazyNamed(() => import('./past/past-day.tsx'), 'PastDay');
const SlippingCards = lazyNamed(() => import('./slipping/slipping-cards.tsx'), 'SlippingCards');

const periods = [30, 90] as const;
type Period = (typeof periods)[number];

/** The period is in the address, so that going back and a reload keep it. */
function usePeriod() {
  const [search, setSearch] = useSearchParams();
  const period: Period = search.get('days') === '90' ? 90 : 30;
  const setPeriod = (days: Period) => setSearch(days === 30 ? {} : { days: String(days) }, { replace: true });
  return { period, setPeriod };
}

function PeriodButtons({ period, setPeriod }: ReturnType<typeof usePeriod>) {
  return (
    <Box role="group" aria-label={t`Days shown`} sx={{ display: 'flex', gap: 1 }}>
      {periods.map((days) => (
        <Button
          key={days}
          variant={days === period ? 'soft' : 'outlined'}
          aria-pressed={days === period}
          onClick={() => setPeriod(days)}
        >
          {t`${days} days`}
        </Button>
      ))}
    </Box>
  );
}

const grid = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const;

function Loading() {
  return (
    <Box aria-hidden sx={grid}>
      {[0, 1, 2, 3].map((index) => (
        <Skeleton key={index} variant="rounded" height={318} sx={{ borderRadius: '16px' }} />
      ))}
    </Box>
  );
}

function Nothing() {
  return (
    <EmptyState
      title={t`No reviews yet`}
      text={t`Your charts begin with your first answer.`}
      action={
        <Button component={Link} to="/study" variant="contained">
          {t`Study`}
        </Button>
      }
    />
  );
}

function Charts({ viewer, shown }: { viewer: Viewer; shown: ShownStatistics }) {
  return (
    <Box sx={grid}>
      <ReviewsChart days={shown.days} />
      <MinutesChart days={shown.days} />
      <HoursChart hours={shown.hours} />
      {viewer.forecast && <ForecastChart forecast={viewer.forecast} />}
      <RetentionChart intervals={shown.intervals} />
      <SaidAndWas />
      <Box sx={{ gridRow: { md: 'span 2' } }}>
        <MasteryChart decks={shown.decks} />
      </Box>
      <StreaksChart streaks={shown.streaks} running={viewer.stats?.streak ?? null} />
      <Suspense>
        <PastDay />
        <SlippingCards />
      </Suspense>
    </Box>
  );
}

/** Reviews, minutes and retention of the learner. */
export function StatisticsPage() {
  const choice = usePeriod();
  const request = { query: StatisticsScreenDocument, variables: { days: choice.period } };
  const result = useQuery(request.query, { variables: request.variables, fetchPolicy: 'cache-and-network' });
  const { loading, error, refetch, client } = result;
  const viewer = dataOrCached(result, () => client.readQuery(request))?.viewer;
  const shown = viewer?.statistics;
  const late = useDelayed(loading && !shown);
  const isNew = shown?.streaks.length === 0;
  return (
    <Page
      title={t`Statistics`}
      lead={t`What you studied, when, and how much you remembered.`}
      actions={shown && !isNew && <PeriodButtons {...choice} />}
    >
      {late && <Loading />}
      {!loading && !shown && (
        <FailedState
          title={t`Your statistics could not be loaded`}
          text={messageOf(error, t`Your answers are safe. The server could not be reached.`)}
          onRetry={() => void refetch()}
          next={{ to: '/dashboard', label: t`Go to the dashboard` }}
        />
      )}
      {isNew && <Nothing />}
      {viewer && shown && !isNew && <Charts viewer={viewer} shown={shown} />}
    </Page>
  );
}
