import type { Day } from '@kumbuka/contracts/study-day';

/**
 * Whether a card is due: it was answered, and its due day is today or earlier in the learner's calendar. New
 * cards (no due day) are never due. The only definition of "due"; every count and queue uses it.
 */
export const isDue = (dueDay: Day | null, today: Day): boolean => dueDay !== null && dueDay <= today;
