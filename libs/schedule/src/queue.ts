import { isShelved, type Shelf } from './shelf.ts';
import type { Day } from '@kumbuka/contracts/study-day';
import { isDue } from './due.ts';
import { firstParameters } from './parameters.ts';
import { predictedRecallOf } from './scheduler.ts';

/** Fields that decide the study order. */
export interface QueuedCard extends Partial<Shelf> {
  cardId: number;
  deckId: number;
  stability: number | null;
  lastDay: Day | null;
  dueDay: Day | null;
}

/** Due cards by lowest predicted recall, ties by id. The order is the same under all weights. */
export function weakestFirst<Card extends QueuedCard>(cards: readonly Card[], today: Day): Card[] {
  return cards
    .map((card) => ({ card, recall: predictedRecallOf(card, today, firstParameters.weights) ?? 0 }))
    .sort((a, b) => a.recall - b.recall || a.card.cardId - b.card.cardId)
    .map(({ card }) => card);
}

const byDueDay = (a: QueuedCard, b: QueuedCard) => (a.dueDay ?? 0) - (b.dueDay ?? 0) || a.cardId - b.cardId;

/**
 * Ids of a deck's cards in study order: due cards weakest first, new cards by id, then the rest by due date. Suspended
 * and buried cards are left out.
 */
export function studyOrder(all: readonly QueuedCard[], today: Day): number[] {
  const cards = all.filter((card) => !isShelved(card, today));
  const due = cards.filter(({ dueDay }) => isDue(dueDay, today));
  const fresh = cards.filter(({ dueDay }) => dueDay === null).sort((a, b) => a.cardId - b.cardId);
  const rest = cards.filter(({ dueDay }) => dueDay !== null && !isDue(dueDay, today)).sort(byDueDay);
  return [...weakestFirst(due, today), ...fresh, ...rest].map(({ cardId }) => cardId);
}
