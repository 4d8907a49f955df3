import { dateOf } from '@kumbuka/contracts/study-day';
import { answersADay, foresee, type ForeseenDay, type Plan } from '@kumbuka/schedule';
import { memoryOf, monthDays, type MemoryTable } from '../schedule/memory.ts';

/** What an absence does to the learner's days. */
export interface AbsenceEffect {
  /** Cards of the days before it, and their minutes. */
  before: { days: number; cards: number; minutes: number };
  /** Cards that fall due meanwhile, by deck, most first. */
  meanwhile: { deckId: number; cards: number }[];
  /** Cards that wait on the first day afterwards. */
  waiting: number;
  /** Cards a day with which they are studied: the learner's limit, or one that is suggested. */
  limit: number;
  /** YYYY-MM-DD of the first day without any that wait; `null` when that is not foreseeable. */
  clearOn: string | null;
}

const leastSuggested = 20;
/** Days after an absence that are computed. */
const daysAfter = 180;

/** Half as much again as on a usual day. */
const suggestedLimit = (days: readonly ForeseenDay[]) =>
  Math.max(leastSuggested, Math.ceil((1.5 * answersADay(days)) / 10) * 10);

/** Computes what an absence does, under the other settings of a plan. */
export function effectOfAbsence(table: MemoryTable, plan: Plan): AbsenceEffect | null {
  const { absence } = plan;
  const { cards, habits, scale } = memoryOf(table);
  const { today } = habits;
  if (!absence || absence.until < today) return null;
  const [from, back] = [Math.max(0, absence.from - today), absence.until + 1 - today];
  const limit =
    plan.dailyLimit > 0
      ? plan.dailyLimit
      : suggestedLimit(foresee(cards, { ...plan, absence: null }, habits, monthDays));
  const days = foresee(cards, plan, habits, from);
  const after = foresee(cards, { ...plan, dailyLimit: limit }, habits, back + daysAfter);
  const clear = after.findIndex(({ waiting }, day) => day >= back && waiting === 0);
  const sum = (of: (day: ForeseenDay) => number) => scale * days.reduce((total, day) => total + of(day), 0);
  const meanwhile = new Map<number, number>();
  for (const { deckId, dueInDays } of cards)
    if (dueInDays >= from && dueInDays < back) meanwhile.set(deckId, (meanwhile.get(deckId) ?? 0) + scale);
  const first = after[back];
  return {
    before: {
      days: from,
      cards: sum(({ reviews, fresh }) => reviews + fresh),
      minutes: sum(({ minutes }) => minutes),
    },
    meanwhile: [...meanwhile]
      .map(([deckId, count]) => ({ deckId, cards: Math.round(count) }))
      .toSorted((a, b) => b.cards - a.cards || a.deckId - b.deckId),
    waiting: scale * (first ? first.reviews + first.waiting : 0),
    limit,
    clearOn: clear < 0 ? null : dateOf(today + clear),
  };
}
