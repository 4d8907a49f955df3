import type { Day } from '@kumbuka/contracts/study-day';
import { type CardStudy, type Shelf, shownDueDay } from '@kumbuka/schedule';
import { addDue, subtractDue, type DueDays } from './due-days.ts';

/** New cards that are left out of study. */
export interface ShelvedNew {
  suspended: number;
  /** Buried new cards by the day on which they come back, suspended ones not counted. */
  buried: DueDays;
}

/** Counters from which the numbers of due and new cards of any day follow. */
export interface CardCounts {
  /** Cards by the day from which they count as due. */
  due: DueDays;
  shelvedNew: ShelvedNew;
}

export const noShelvedNew: ShelvedNew = { suspended: 0, buried: [] };

type CountedCard = Pick<CardStudy, 'dueDay'> & Shelf;

function withShelvedNew(counts: ShelvedNew, card: CountedCard, change: number): ShelvedNew {
  if (card.dueDay !== null) return counts;
  if (card.suspended) return { ...counts, suspended: counts.suspended + change };
  if (card.buriedUntil === null) return counts;
  return { ...counts, buried: addDue(counts.buried, card.buriedUntil, change) };
}

/** Adds (1) or removes (-1) a card. */
export const countCard = <Counts extends CardCounts>(
  counts: Counts,
  card: CountedCard,
  change: 1 | -1,
): Counts => ({
  ...counts,
  due: addDue(counts.due, shownDueDay(card), change),
  shelvedNew: withShelvedNew(counts.shelvedNew, card, change),
});

/** Counts a card as it is instead of as it was. */
export const recountCard = <Counts extends CardCounts>(
  counts: Counts,
  before: CountedCard,
  after: CountedCard,
): Counts => countCard(countCard(counts, before, -1), after, 1);

/** Subtracts the cards of a deck. */
export const subtractCards = (counts: CardCounts, { due, shelvedNew }: CardCounts): CardCounts => ({
  due: subtractDue(counts.due, due),
  shelvedNew: {
    suspended: counts.shelvedNew.suspended - shelvedNew.suspended,
    buried: subtractDue(counts.shelvedNew.buried, shelvedNew.buried),
  },
});

/** Number of new cards that can be studied on a day. */
export const newCountOn = (
  { cards, studied, shelvedNew }: { cards: number; studied: number; shelvedNew: ShelvedNew },
  today: Day,
): number =>
  shelvedNew.buried.reduce(
    (left, [day, count]) => (day > today ? left - count : left),
    cards - studied - shelvedNew.suspended,
  );
