import { useAuth } from '../auth/auth-context.tsx';
import { studyClockOf, type StudyClock } from './study-day.ts';

/** Zone and day start of the learner who is signed in. */
export const useStudyClock = (): StudyClock => studyClockOf(useAuth().user?.stats);
