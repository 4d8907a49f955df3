import { dayOfDate } from '@kumbuka/contracts/study-day';
import type { Habits } from '@kumbuka/schedule';
import type { MemoryTablePartsFragment } from './schedule-panel.generated.ts';

// Runs in a worker: nothing here translates or fetches.

export type MemoryTable = MemoryTablePartsFragment;

export const monthDays = 30;

/** A new learner's first answers: half of them right. */
const assumedAnswers = 10;
/** Reviews after which half of the difference between said and remembered counts. */
const assumedReviews = 100;

const logit = (share: number) => Math.log(share / (1 - share));

export function habitsOf(table: MemoryTable): Habits {
  const { reviews, recalled, recallSaid, firstAnswers, firstCorrect } = table;
  const shift =
    reviews === 0 ? 0 : logit((recalled + 0.5) / (reviews + 1)) - logit((recallSaid + 0.5) / (reviews + 1));
  return {
    today: dayOfDate(table.today),
    newCards: table.newCards,
    usualNewPerDay: table.newPerDay,
    secondsPerAnswer: table.secondsPerAnswer,
    firstCorrect: (firstCorrect + assumedAnswers / 2) / (firstAnswers + assumedAnswers),
    recallShift: (shift * reviews) / (reviews + assumedReviews),
    ...(table.weights ? { weights: table.weights } : {}),
    deckPercents: new Map(table.deckPercents.map(({ deckId, rememberPercent }) => [deckId, rememberPercent])),
  };
}

export const cardsOf = (table: MemoryTable) =>
  table.deckIds.map((deckId, index) => ({
    deckId,
    stability: table.stability[index] ?? 1,
    difficulty: table.difficulty[index] ?? 5,
    elapsedDays: table.elapsedDays[index] ?? 0,
    dueInDays: table.dueInDays[index] ?? 0,
  }));

/** Returns what the days ahead are computed from. A very large collection is counted by its part that was sent. */
export function memoryOf(table: MemoryTable) {
  const cards = cardsOf(table);
  return { cards, habits: habitsOf(table), scale: cards.length === 0 ? 1 : table.total / cards.length };
}
