import { t } from '@lingui/core/macro';
import { study } from '@kumbuka/contracts/constants';
import { dayOfDate } from '@kumbuka/contracts/study-day';
import type { FormErrors } from '../../../shared/hooks/use-form.ts';
import type { ExamPartsFragment } from './exam-panel.generated.ts';

export type ExamValues = Record<'date' | 'minutes', string>;

export const minutesOffered = [10, 15, 20, 30, 45, 60, 90, 120];
/** The server takes no more. */
export const mostDecks = 50;
const longest = 366;

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
const daysUntil = (date: string, today: string): number => dayOfDate(date) - dayOfDate(today);

export const examErrors =
  (today: string) =>
  ({ date }: ExamValues): FormErrors<ExamValues> => {
    if (!isDate(date)) return { date: t`Enter the day of the exam.` };
    if (daysUntil(date, today) < 1) return { date: t`Choose a day after today.` };
    return daysUntil(date, today) > longest ? { date: t`At most ${longest} days ahead.` } : {};
  };

/** Recall by the difference between what was said and what was remembered, and by slips. */
export function corrected(recall: number, recallShift: number): number {
  if (recall <= 0) return 0;
  const odds = recall >= 1 ? Infinity : (recall / (1 - recall)) * Math.exp(recallShift);
  return (1 - study.slips) * (odds === Infinity ? 1 : odds / (1 + odds));
}

/** A promise is not broken by less. */
const tolerance = 0.01;

interface Course {
  exam: Pick<ExamPartsFragment, 'promise' | 'cards'>;
  /** Foreseen for the exam by now. */
  foreseen: number;
  /** Days without an answer since the planning. */
  missedDays: number;
  /** Cards of the decks by now. */
  cards: number;
}

export type Reason = 'missed-days' | 'more-cards' | 'less-remembered';

/** Why less is foreseen than was promised; none while the promise holds. */
export function reasonsOf({ exam, foreseen, missedDays, cards }: Course): Reason[] {
  if (foreseen >= (exam.promise.at(-1) ?? 0) - tolerance) return [];
  const reasons: Reason[] = [
    ...(missedDays > 0 ? (['missed-days'] as const) : []),
    ...(cards > exam.cards ? (['more-cards'] as const) : []),
  ];
  return reasons.length > 0 ? reasons : ['less-remembered'];
}
