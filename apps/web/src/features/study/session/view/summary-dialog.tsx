import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { useSyncExternalStore } from 'react';
import { useAuth } from '../../../../shared/auth/auth-context.tsx';
import { unsentAnswers } from '../../../../shared/offline/unsent.ts';
import { useAnswerQueue } from '../../../../shared/study/queue-context.tsx';
import { percentLabel } from '../../../../shared/format/percent.ts';
import { RisingEdge } from '../../../../shared/ui/figures/rising-edge.tsx';
import { SessionEdge, type Outcome } from '../../../../shared/ui/figures/session-edge.tsx';
import { Stat } from '../../../../shared/ui/figures/stat.tsx';
import { MoreButton, nothingLeftText, useCardsLeft, type More } from './more-cards.tsx';
import { useRecallTomorrow } from '../hooks/use-recall-tomorrow.ts';
import { totalsOf, type SessionState } from '../state/session-state.ts';
import { SessionSummaryDocument, type SessionSummaryQuery } from './summary-dialog.generated.ts';

interface SummaryDialogProps {
  state: SessionState;
  outcomes: readonly Outcome[];
  onBack: () => void;
  onRepeat: () => void;
  /** How a portion goes on; missing where the session was none. */
  more?: More;
}

type Viewer = SessionSummaryQuery['viewer'];

/** Whole minutes; a session of seconds says so. */
const minutesText = (minutes: number) => (minutes < 0.5 ? '<1' : String(Math.round(minutes)));

const comesBackUnknown = () => t`The next reviews cannot be shown right now.`;

/** Sentences about when cards come back. */
function returnText({ dashboard, forecast }: Viewer): string {
  if (!dashboard && !forecast) return comesBackUnknown();
  const tomorrow = forecast?.[1]?.count ?? 0;
  const back =
    tomorrow > 0
      ? plural(tomorrow, { one: '# card comes back tomorrow.', other: '# cards come back tomorrow.' })
      : '';
  if (!dashboard) return back;
  const today =
    dashboard.dueCount > 0
      ? plural(dashboard.dueCount, {
          one: '# card is still due today.',
          other: '# cards are still due today.',
        })
      : t`Nothing else is due today.`;
  return `${back} ${today}`.trim();
}

/** Streak and XP in one quiet line. */
function Gains({ stats, xpEarned }: { stats: NonNullable<Viewer['stats']>; xpEarned: number | null }) {
  const left = stats.nextLevelXp - stats.xp;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', mt: 2 }}>
      {t`Day ${stats.streak}`} ·{' '}
      {t`${xpEarned ? `+${xpEarned}` : stats.xp} XP, ${left} more to level ${stats.level + 1}`}
    </Typography>
  );
}

/** Number of unsent answers on this device. */
function useUnsent(): number {
  const { user } = useAuth();
  const queue = useAnswerQueue();
  return useSyncExternalStore(queue.subscribe, () => (user ? unsentAnswers(user.id) : 0));
}

/** Loads the learner's numbers once every answer is sent; earlier ones would be stale. */
function useLearner(unsent: number) {
  const { data, error } = useQuery(SessionSummaryDocument, {
    fetchPolicy: 'network-only',
    skip: unsent > 0,
  });
  return { viewer: data?.viewer, failed: error !== undefined && data === undefined };
}

function comingBack(unsent: number, { viewer, failed }: ReturnType<typeof useLearner>): string {
  if (unsent > 0)
    return t`${plural(unsent, { one: '# answer', other: '# answers' })} not sent yet, kept on this device until you are online.`;
  if (failed) return comesBackUnknown();
  return viewer ? returnText(viewer) : '';
}

/** The end of a session. Escape and the backdrop mean 'Back to Study'. */
export function SummaryDialog({ state, outcomes, onBack, onRepeat, more }: SummaryDialogProps) {
  const unsent = useUnsent();
  const learner = useLearner(unsent);
  const left = useCardsLeft(more, unsent);
  const totals = totalsOf(state);
  const skipped = totals.total - totals.answered;
  const recall = useRecallTomorrow(state);
  return (
    <Dialog open onClose={onBack} maxWidth="sm" fullWidth aria-labelledby="summary-title">
      <DialogContent sx={{ '&&': { px: { xs: 2.5, sm: 5 }, pt: { xs: 2.5, sm: 5 }, pb: 1 } }}>
        <Typography id="summary-title" variant="h2" sx={{ textAlign: 'center', mb: 1.5 }}>
          {t`Study Session Complete!`}
        </Typography>
        <Box
          sx={{
            maxWidth: 400,
            mx: 'auto',
            mb: { xs: 1.5, sm: 2.5 },
            minHeight: 72,
            display: 'grid',
            alignItems: 'end',
          }}
        >
          {recall ? <RisingEdge sticks={recall.sticks} /> : <SessionEdge outcomes={outcomes} height={16} />}
        </Box>
        {recall && (
          <Typography sx={{ textAlign: 'center', mb: { xs: 1.5, sm: 2.5 } }}>
            {t`You will still know ${recall.known} of ${recall.sticks.length} tomorrow.`}
          </Typography>
        )}
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
            gap: 1,
          }}
        >
          <Stat label={t`Correct`} value={`${totals.correct}/${totals.total}`} />
          <Stat label={t`Accuracy`} value={percentLabel(totals.accuracy)} />
          <Stat label={t`Time spent`} value={minutesText(totals.minutes)} unit={t`min`} />
          <Stat label={t`Mastered`} value={totals.mastered} />
        </Box>
        {learner.viewer?.stats && <Gains stats={learner.viewer.stats} xpEarned={state.xpEarned} />}
        <Typography
          variant="body2"
          role="status"
          sx={{ color: 'text.secondary', textAlign: 'center', my: { xs: 1.5, sm: 3 }, minHeight: 42 }}
        >
          {state.areMissedDone && `${t`You have gone through the missed cards until each was right.`} `}
          {comingBack(unsent, learner)}
          {skipped > 0 &&
            ` ${plural(skipped, { one: '# card not answered.', other: '# cards not answered.' })}`}
          {more && left === 0 && ` ${nothingLeftText(more)}`}
        </Typography>
      </DialogContent>
      {/* Outside of the part that scrolls, so that no window is too low for them. */}
      <DialogActions
        disableSpacing
        sx={{
          '&&': { px: { xs: 2.5, sm: 5 }, pt: 1.5, pb: { xs: 2, sm: 4 } },
          flexWrap: 'wrap',
          gap: 1,
          '& > *': { flex: '1 1 auto', px: 1.5 },
        }}
      >
        {totals.missed > 0 && !state.areMissedDone && (
          <Button variant="outlined" size="large" onClick={onRepeat}>
            {plural(totals.missed, {
              one: 'Go through the missed card once more',
              other: 'Go through the # missed cards once more',
            })}
          </Button>
        )}
        {more && left !== undefined && left !== 0 && <MoreButton left={left} onMore={more.onMore} />}
        <Button
          autoFocus
          variant="contained"
          size="large"
          onClick={onBack}
          sx={{ width: { xs: 1, sm: 'auto' } }}
        >
          {t`Back to Study`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
