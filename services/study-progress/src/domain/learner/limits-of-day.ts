import type { Day } from '@kumbuka/contracts/study-day';
import { dueCountOn, type DueDays } from '../scheduling/due-days.ts';
import type { Learner } from './learner.ts';
import { sumRecent } from './recent-days.ts';

/** Cards that a learner studied on a day, and how many of them were new. */
function studiedOn({ recent }: Pick<Learner, 'recent'>, day: Day): { cards: number; fresh: number } {
  const { cards, reviews } = sumRecent(recent, day, day);
  return { cards, fresh: Math.max(0, cards - reviews) };
}

type Limited = Pick<Learner, 'recent' | 'newCardsPerDay' | 'dailyLimit'>;

const isAway = ({ absence: [from, until] }: Pick<Learner, 'absence'>, day: Day): boolean =>
  from !== undefined && until !== undefined && from <= day && day <= until;

const leftOf = (limit: number, used: number) => (limit === 0 ? Infinity : Math.max(0, limit - used));

/** Cards that the learner's limits leave for a day: of any kind, and new ones. */
export function leftOn(learner: Limited, day: Day): { cards: number; fresh: number } {
  const { cards, fresh } = studiedOn(learner, day);
  const left = leftOf(learner.dailyLimit, cards);
  return { cards: left, fresh: Math.min(left, leftOf(learner.newCardsPerDay, fresh)) };
}

/** Days after which a backlog counts as endless. */
const foreseenDays = 365;

/**
 * Due cards beyond the limit of a day, and the day by which they are studied; `null` when that is not foreseeable. Nothing is
 * studied on days of an absence.
 */
export function backlogOn(
  learner: Limited & Pick<Learner, 'absence'> & { due: DueDays },
  today: Day,
): { waiting: number; clearOn: Day | null } {
  const { dailyLimit, due } = learner;
  const waiting = Math.max(0, dueCountOn(due, today) - leftOn(learner, today).cards);
  if (waiting === 0) return { waiting, clearOn: today };
  const counts = new Map(due);
  let left = waiting;
  for (let day = today + 1; day <= today + foreseenDays; day++) {
    const room = isAway(learner, day) ? 0 : dailyLimit;
    left += (counts.get(day) ?? 0) - room;
    if (left <= 0 && room > 0) return { waiting, clearOn: day };
  }
  return { waiting, clearOn: null };
}
