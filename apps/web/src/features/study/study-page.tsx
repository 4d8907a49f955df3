import { useMutation, useQuery } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useSettling } from '../../shared/decks/settling.ts';
import { DeckTile } from '../../shared/decks/deck-tile.tsx';
import {
  StudyScreenDocument,
  UpdateWeeklyGoalDocument,
  type StudyScreenQuery,
} from '../../shared/graphql/generated.ts';
import { useNow } from '../../shared/lib/use-now.ts';
import { dueText } from '../../shared/study/due-text.ts';
import { DeckGrid } from '../../shared/ui/deck-grid.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { BoltIcon, ClockIcon, FlameIcon, TargetIcon } from '../../shared/ui/icons.tsx';
import { Meter } from '../../shared/ui/meter.tsx';
import { Page, Panel } from '../../shared/ui/page.tsx';
import { Pages } from '../../shared/ui/pages.tsx';
import { useNotify } from '../../shared/ui/snackbars.tsx';
import { TodayBanner } from './today-banner.tsx';

const loadDialog = () => import('./goal-dialog.tsx');
const GoalDialog = lazy(async () => ({ default: (await loadDialog()).GoalDialog }));

type Viewer = StudyScreenQuery['viewer'];
const weeklyGoalDefault = 50;

function Fact({ icon, colour, children }: { icon: ReactNode; colour: string; children: ReactNode }) {
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
      <Box component="span" aria-hidden sx={{ display: 'inline-flex', fontSize: 22, color: colour }}>
        {icon}
      </Box>
      {children}
    </Box>
  );
}

function TodayFacts({ stats, tomorrow }: { stats: NonNullable<Viewer['stats']>; tomorrow: number | null }) {
  return (
    <Box
      component="ul"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 4,
        rowGap: 1,
        m: 0,
        mt: 3,
        p: 0,
        listStyle: 'none',
      }}
    >
      <Fact icon={<FlameIcon />} colour="meaning.streak">
        {stats.streak}-day streak
      </Fact>
      <Fact icon={<BoltIcon />} colour="meaning.link">
        {stats.xp} XP
      </Fact>
      <Fact icon={<TargetIcon />} colour="meaning.good">
        {stats.completedThisWeek} of {stats.weeklyGoal} this week
      </Fact>
      {tomorrow !== null && (
        <Fact icon={<ClockIcon />} colour="meaning.streak">
          {tomorrow} tomorrow
        </Fact>
      )}
    </Box>
  );
}

function DuePanel({ viewer }: { viewer: Viewer }) {
  const { dashboard, stats, forecast } = viewer;
  const now = useNow();
  const text = dashboard && dueText(dashboard, now);
  return (
    <Card component="section" aria-label="Due today" sx={{ p: { xs: 2.5, sm: 3 } }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'flex-start',
          justifyContent: 'space-between',
          gap: 2,
        }}
      >
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography variant="h2" sx={{ fontSize: { xs: '1.5rem', sm: '1.75rem' } }}>
            {text?.title ?? 'Your due cards'}
          </Typography>
          <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>
            {text?.lead ?? 'Your progress cannot be shown right now. Your decks below can be studied.'}
          </Typography>
        </Box>
        {text?.action && (
          <Button
            component={Link}
            to="/study/due"
            variant="contained"
            size="large"
            sx={{ width: { xs: 1, sm: 'auto' } }}
          >
            {text.action}
          </Button>
        )}
      </Box>
      {stats && <TodayFacts stats={stats} tomorrow={forecast?.[1]?.count ?? null} />}
    </Card>
  );
}

/** What is left of the week, which ends with Saturday. */
function goalHint(completed: number, goal: number, weekday: number): string {
  if (completed >= goal) return 'Goal reached. Everything more is a bonus.';
  const ends =
    ['in 6 days', 'in 5 days', 'in 4 days', 'in 3 days', 'in 2 days', 'tomorrow', 'tonight'][weekday] ?? '';
  return `${goal - completed} to go. The week ends ${ends}.`;
}

function GoalPanel({ stats, onUpdate }: { stats: Viewer['stats']; onUpdate: () => void }) {
  const goal = stats?.weeklyGoal ?? weeklyGoalDefault;
  const completed = stats?.completedThisWeek ?? 0;
  return (
    <Panel
      title="Weekly goal"
      action={
        <Button
          variant="outlined"
          size="small"
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
          onClick={onUpdate}
        >
          Update
        </Button>
      }
    >
      <Meter
        label="Completed this week"
        value={completed}
        max={goal}
        text={`${completed} / ${goal}`}
        height={10}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
        {stats ? goalHint(completed, goal, stats.weekday) : 'Your progress cannot be shown right now.'}
      </Typography>
    </Panel>
  );
}

function useGoal() {
  const notify = useNotify();
  const [update] = useMutation(UpdateWeeklyGoalDocument);
  return async (weeklyGoal: number): Promise<boolean> => {
    try {
      await update({
        variables: { input: { weeklyGoal } },
        refetchQueries: [StudyScreenDocument],
        awaitRefetchQueries: true,
      });
      notify('Weekly goal updated successfully!');
      return true;
    } catch (error) {
      notify(messageOf(error, 'Error updating weekly goal'), 'error');
      return false;
    }
  };
}

function DeckList({ viewer, onPage }: { viewer: Viewer; onPage: (page: number) => void }) {
  const { decks } = viewer;
  if (!decks) return <Alert severity="error">Failed to load decks. Please try again later.</Alert>;
  if (decks.pageInfo.totalItems === 0)
    return (
      <Card>
        <EmptyState
          title="No decks found"
          text="A deck holds the questions you want to be able to answer."
          action={
            <Button component={Link} to="/mydecks" variant="contained">
              Create Deck
            </Button>
          }
        />
      </Card>
    );
  return (
    <>
      <DeckGrid>
        {decks.items.map((deck) => (
          <DeckTile
            key={deck.id}
            deck={deck}
            withSubject
            actions={
              <Button
                component={Link}
                to={`/study/${deck.id}`}
                variant="outlined"
                aria-label={`Study Now: ${deck.title}`}
                sx={{ flex: 1 }}
              >
                Study Now
              </Button>
            }
          />
        ))}
      </DeckGrid>
      <Pages
        page={decks.pageInfo.page}
        totalPages={decks.pageInfo.totalPages}
        label="Pages of decks"
        onChange={onPage}
      />
    </>
  );
}

function Loading() {
  return (
    <>
      <Box
        aria-hidden
        sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: '1.6fr 1fr' }, mb: 5 }}
      >
        <Skeleton variant="rounded" height={178} sx={{ borderRadius: '16px' }} />
        <Skeleton variant="rounded" height={178} sx={{ borderRadius: '16px' }} />
      </Box>
      <DeckGrid loading />
    </>
  );
}

export function StudyPage() {
  const [page, setPage] = useState(1);
  const { data, previousData, loading, error, refetch } = useQuery(StudyScreenDocument, {
    variables: { page },
  });
  const [choosing, setChoosing] = useState(false);
  const saveGoal = useGoal();
  const viewer = (data ?? previousData)?.viewer;
  const stats = viewer?.stats ?? null;
  useSettling(viewer?.decks?.items, refetch);

  return (
    <Page title="Study Dashboard" documentTitle="Study" lead="Start with what is due. New cards come after.">
      {!viewer && loading && <Loading />}
      {!viewer && !loading && (
        <Alert
          severity="error"
          action={
            <Button variant="text" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {messageOf(error, 'Failed to load decks. Please try again later.')}
        </Alert>
      )}
      {viewer && (
        <>
          {stats && (
            <TodayBanner
              streak={stats.streak}
              xp={stats.xp}
              completed={stats.completedThisWeek}
              goal={stats.weeklyGoal}
              due={viewer.dashboard?.dueCount ?? 0}
            />
          )}
          <Box
            sx={{
              display: 'grid',
              gap: 3,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1.6fr) minmax(0, 1fr)' },
              mb: 5,
            }}
          >
            <DuePanel viewer={viewer} />
            <GoalPanel stats={stats} onUpdate={() => setChoosing(true)} />
          </Box>
          <Typography variant="h2" sx={{ mb: 2 }}>
            Your Decks
          </Typography>
          <DeckList viewer={viewer} onPage={setPage} />
        </>
      )}
      {choosing && (
        <Suspense>
          <GoalDialog
            goal={stats?.weeklyGoal ?? weeklyGoalDefault}
            onClose={() => setChoosing(false)}
            onSave={async (goal) => {
              if (await saveGoal(goal)) setChoosing(false);
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}
