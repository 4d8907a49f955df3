import { t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import { study } from '@kumbuka/contracts/constants';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { dataOrCached } from '../../../shared/apollo/shown.ts';
import { useSettling } from '../../../shared/decks/settling.ts';
import { lazyNamed } from '../../../shared/browser/lazy-named.tsx';
import { Opening } from '../../../shared/ui/states/opening.tsx';
import { useExistingPage, usePageInAddress } from '../../../shared/hooks/use-page-in-address.ts';
import { useFreshData } from '../../../shared/study/use-fresh-data.ts';
import { DeckGrid } from '../../../shared/ui/deck/deck-grid.tsx';
import { FailedState } from '../../../shared/ui/states/failed-state.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { DuePanel } from './due-panel.tsx';
import { GoalPanel } from '../goal/goal-panel.tsx';
import { StudyDecks } from './study-decks.tsx';
import { StudyScreenDocument } from './study-page.generated.ts';
import { TodayBanner } from './today-banner.tsx';
import { useWeeklyGoal } from '../goal/use-weekly-goal.ts';

const loadDialog = () => import('../goal/goal-dialog.tsx');
const GoalDialog = lazyNamed(loadDialog, 'GoalDialog');

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
  const { page, setPage } = usePageInAddress();
  const request = { query: StudyScreenDocument, variables: { page } };
  const result = useQuery(request.query, { variables: request.variables });
  const { loading, error, refetch, client } = result;
  const [choosing, setChoosing] = useState(false);
  const saveGoal = useWeeklyGoal();
  const viewer = dataOrCached(result, () => client.readQuery(request))?.viewer;
  const stats = viewer?.stats ?? null;
  useSettling(viewer?.decks?.items, refetch);
  useFreshData(request);
  useExistingPage({ page, setPage, totalPages: loading ? undefined : viewer?.decks?.pageInfo.totalPages });

  const onRetry = () => void refetch();
  return (
    <Page
      title={t`Study Dashboard`}
      documentTitle={t({ message: 'Study', context: 'page' })}
      lead={t`Start with what is due. New cards come after.`}
    >
      {!viewer && loading && <Loading />}
      {!viewer && !loading && (
        <FailedState
          title={t`Your study day could not be loaded`}
          text={messageOf(error, t`Failed to load decks. Please try again later.`)}
          onRetry={onRetry}
          next={{ to: '/mydecks', label: t`Go to My Decks` }}
        />
      )}
      {viewer && (
        <>
          {stats && viewer.dashboard && (
            <TodayBanner
              streak={stats.streak}
              xp={stats.xp}
              completed={stats.completedThisWeek}
              goal={stats.weeklyGoal}
              due={viewer.dashboard.dueCount}
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
            <DuePanel viewer={viewer} onRetry={onRetry} />
            <GoalPanel
              stats={stats}
              onIntent={() => void loadDialog()}
              onUpdate={() => setChoosing(true)}
              onRetry={onRetry}
            />
          </Box>
          <Typography variant="h2" sx={{ mb: 2 }}>
            {t`Your Decks`}
          </Typography>
          <StudyDecks decks={viewer.decks} onPage={setPage} onRetry={onRetry} />
        </>
      )}
      {choosing && (
        <Opening>
          <GoalDialog
            goal={stats?.weeklyGoal ?? study.weeklyGoalDefault}
            onClose={() => setChoosing(false)}
            onSave={async (goal) => {
              if (await saveGoal(goal)) setChoosing(false);
            }}
          />
        </Opening>
      )}
    </Page>
  );
}
