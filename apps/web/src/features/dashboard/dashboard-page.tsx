import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { DeckTile } from '../../shared/decks/deck-tile.tsx';
import { useSettling } from '../../shared/decks/settling.ts';
import { DashboardScreenDocument, type DashboardScreenQuery } from '../../shared/graphql/generated.ts';
import { displayName, greeting, lastStudiedLabel, weekdayLabel } from '../../shared/lib/format.ts';
import { useNow } from '../../shared/lib/use-now.ts';
import { DeckGrid } from '../../shared/ui/deck-grid.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { DuePanel } from './due-panel.tsx';
import { LearningProgress } from './learning-progress.tsx';
import { ResumeBanner } from './resume-banner.tsx';
import { LearningTips, QuickStudy, StreakPanel } from './side-panels.tsx';
import { StatsStrip } from './stats-strip.tsx';

const YourMemory = lazy(async () => ({ default: (await import('./your-memory.tsx')).YourMemory }));
const recentDecks = 4;
type Viewer = DashboardScreenQuery['viewer'];

function leadFor(streak: number, now: Date): string {
  const day = weekdayLabel(now);
  return streak > 0
    ? `${day} is a good day to keep a ${streak}-day streak.`
    : `${day} is a good day to start a streak.`;
}

function RecentDecks({ decks, loading }: { decks: Viewer['decks']; loading: boolean }) {
  const now = useNow();
  return (
    <Box component="section" aria-labelledby="recent-decks">
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          mb: 2,
          minHeight: 44,
        }}
      >
        <Typography id="recent-decks" variant="h2">
          Recent Decks
        </Typography>
        {decks && decks.pageInfo.totalItems > recentDecks && (
          <Button component={Link} to="/mydecks" variant="text">
            View All Decks
          </Button>
        )}
      </Box>
      {!loading && !decks && (
        <Card sx={{ p: 3 }}>
          <Typography sx={{ color: 'text.secondary' }}>
            Your decks cannot be shown right now. Reload the page in a moment.
          </Typography>
        </Card>
      )}
      {(loading || decks) && (
        <DeckGrid columns={4} loading={loading}>
          {decks?.items.slice(0, recentDecks).map((deck) => (
            <DeckTile
              key={deck.id}
              deck={deck}
              studied={lastStudiedLabel(deck.lastStudied, now)}
              actions={
                <Button
                  component={Link}
                  to={`/study/${deck.id}`}
                  variant="outlined"
                  aria-label={`Start Studying: ${deck.title}`}
                  sx={{ flex: 1 }}
                >
                  Start Studying
                </Button>
              }
            />
          ))}
        </DeckGrid>
      )}
    </Box>
  );
}

function NoDecks() {
  return (
    <Card>
      <EmptyState
        title="No decks yet"
        text="Make a deck by hand, or pick a starter deck."
        action={
          <Button component={Link} to="/mydecks" variant="contained" size="large">
            Create Deck
          </Button>
        }
      />
    </Card>
  );
}

/** Main column and a side column of 336 from lg; on narrow screens one column in the order of the areas. */
const areas = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 336px' },
};

function MainPanels({ viewer, loading }: { viewer: Viewer | undefined; loading: boolean }) {
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

export function DashboardPage() {
  const { user } = useAuth();
  const { data, loading: fetching, refetch } = useQuery(DashboardScreenDocument);
  const viewer = data?.viewer;
  useSettling(viewer?.decks?.items, refetch);
  const loading = fetching && !viewer;
  const now = useNow();
  const decks = viewer?.decks ?? null;
  if (!fetching && decks?.pageInfo.totalItems === 0) return <Navigate to="/welcome" replace />;

  const stats = viewer?.stats ?? user?.stats ?? null;
  return (
    <Page
      title={`${greeting(now.getHours())}, ${displayName(user ?? {})}`}
      documentTitle="Dashboard"
      lead={stats ? leadFor(stats.streak, now) : ' '}
      above={<ResumeBanner />}
      actions={<StatsStrip stats={stats} due={viewer?.dashboard?.dueCount ?? 0} />}
    >
      <MainPanels viewer={viewer} loading={loading} />
      {decks?.pageInfo.totalItems === 0 ? <NoDecks /> : <RecentDecks decks={decks} loading={loading} />}
      {viewer && (
        <Suspense fallback={<Box sx={{ minHeight: 400 }} />}>
          <YourMemory />
        </Suspense>
      )}
    </Page>
  );
}
