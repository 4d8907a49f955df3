import type { Day } from '../calendar/calendar.ts';

/**
 * Whether a card is due: it has been answered and its due day is today or earlier in the learner's calendar.
 * Every count, queue, tag and tick asks this function; a new card (no due day) is never due.
 */
export const isDue = (dueDay: Day | null, today: Day): boolean => dueDay !== null && dueDay <= today;
