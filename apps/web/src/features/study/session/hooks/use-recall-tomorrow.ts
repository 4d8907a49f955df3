import { dayOfDate } from '@kumbuka/contracts/study-day';
import { useEffect, useState } from 'react';
import { useAuth } from '../../../../shared/auth/auth-context.tsx';
import type { RisingStick } from '../../../../shared/ui/figures/rising-edge.tsx';
import { currentSchedule, type SessionState } from '../state/session-state.ts';

interface RecallTomorrow {
  sticks: RisingStick[];
  /** Cards that the learner is expected to know tomorrow, of the answered ones. */
  known: number;
}

/** Predicted recall of the answered cards before the session and tomorrow; null when a schedule is missing. */
async function recallOf(
  state: SessionState,
  ownWeights: readonly number[] | null,
): Promise<RecallTomorrow | null> {
  const { predictedRecallOf, standardParameters } = await import('@kumbuka/schedule');
  const weights = ownWeights ?? standardParameters.weights;
  const sticks = state.cards.flatMap((card): (RisingStick | null)[] => {
    const answer = state.answers[card.id];
    if (!answer) return [];
    const schedule = currentSchedule(card, answer);
    const lastDay = schedule?.lastStudyDay ? dayOfDate(schedule.lastStudyDay) : null;
    const after =
      schedule && lastDay !== null
        ? predictedRecallOf({ stability: schedule.stabilityDays, lastDay }, lastDay + 1, weights)
        : null;
    if (after === null) return [null];
    return [{ before: answer.before?.predictedRecall ?? null, after, wasCorrect: answer.wasCorrect }];
  });
  const complete = sticks.filter((stick) => stick !== null);
  if (complete.length === 0 || complete.length < sticks.length) return null;
  return { sticks: complete, known: Math.round(complete.reduce((sum, { after }) => sum + after, 0)) };
}

/** What a finished session did to the memory of its cards; null until it is known. */
export function useRecallTomorrow(state: SessionState): RecallTomorrow | null {
  const { user } = useAuth();
  const weights = user?.stats?.weights ?? null;
  const [recall, setRecall] = useState<RecallTomorrow | null>(null);
  useEffect(() => {
    let isLeft = false;
    const load = async () => {
      const next = await recallOf(state, weights);
      if (!isLeft) setRecall(next);
    };
    // Without the scheduler's chunk the summary shows the outcomes.
    load().catch(() => {});
    return () => {
      isLeft = true;
    };
  }, [state, weights]);
  return recall;
}
