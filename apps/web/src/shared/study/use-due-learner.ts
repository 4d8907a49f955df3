import { useNow } from '../hooks/use-now.ts';
import type { DueLearner } from './due-text.ts';
import { useStudyPreferences } from './study-preferences.ts';
import { useStudyClock } from './use-study-clock.ts';

/** Moment, clock and portion of the learner who is signed in. */
export function useDueLearner(): DueLearner {
  const now = useNow();
  const clock = useStudyClock();
  const { portionSize } = useStudyPreferences();
  return { now, clock, portionSize };
}
