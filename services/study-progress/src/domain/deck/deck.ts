import { dateOf, type Day } from '@kumbuka/contracts/study-day';
import type { Card } from '../card/card.ts';
import { countCard, noShelvedNew, recountCard, type CardCounts } from '../scheduling/card-counts.ts';
import { countsOf, isLearned, isScheduled, type StudyChange } from '@kumbuka/schedule';
import { withoutSampled, withResampled, withSampled, type MemorySample } from './memory-sample.ts';

export interface Deck extends CardCounts {
  kind: 'deck';
  ownerId: number;
  deckId: number;
  /** Aggregate version of the deck in the decks service; 0 while only its cards are known. */
  deckVersion: number;
  /** Aggregate version of `deck-progress-changed`. */
  version: number;
  cards: number;
  /** Cards with a schedule. */
  studied: number;
  learned: number;
  correct: number;
  incorrect: number;
  lastStudiedAt: Date | null;
  /** Source of the deck's memory edge, so that no screen has to read all cards. */
  sample: MemorySample;
}

/** Tombstone that keeps late events from restoring the deck. */
export interface RemovedDeck {
  kind: 'removed-deck';
  ownerId: number;
  deckId: number;
  deckVersion: number;
  version: number;
}

/** Published progress of a deck. */
export interface DeckProgress {
  mastery: number | null;
  lastStudied: Date | null;
  /** First day on which a card counts as due; `null` when none is scheduled. */
  nextDueDay: Day | null;
}

export const newDeck = (ownerId: number, deckId: number): Deck => ({
  kind: 'deck',
  ownerId,
  deckId,
  deckVersion: 0,
  version: 0,
  cards: 0,
  studied: 0,
  learned: 0,
  correct: 0,
  incorrect: 0,
  due: [],
  shelvedNew: noShelvedNew,
  lastStudiedAt: null,
  sample: [],
});

export const removedDeck = (
  { ownerId, deckId, version }: Pick<Deck, 'ownerId' | 'deckId' | 'version'>,
  deckVersion: number,
): RemovedDeck => ({ kind: 'removed-deck', ownerId, deckId, deckVersion, version });

/** Rounded percentage of correct answers; `null` before the first answer. */
export function masteryOf({ correct, incorrect }: Pick<Deck, 'correct' | 'incorrect'>): number | null {
  const answers = correct + incorrect;
  return answers === 0 ? null : Math.round((100 * correct) / answers);
}

/** Suspended cards are not scheduled, and buried ones count from the day on which they come back. */
export const nextDueDayOf = ({ due }: Pick<Deck, 'due'>): Day | null => due[0]?.[0] ?? null;

export const progressOf = (deck: Deck): DeckProgress => ({
  mastery: masteryOf(deck),
  lastStudied: deck.lastStudiedAt,
  nextDueDay: nextDueDayOf(deck),
});

/** Progress as events and internal routes write it: ISO times and days. */
export function writtenProgressOf(deck: Deck) {
  const { mastery, lastStudied, nextDueDay } = progressOf(deck);
  return {
    deckId: deck.deckId,
    mastery,
    lastStudied: lastStudied?.toISOString() ?? null,
    nextDueOn: nextDueDay === null ? null : dateOf(nextDueDay),
  };
}

export const laterOf = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b));

/** Applies the study change of one card to the deck's counters. */
export function withStudyChange(
  deck: Deck,
  card: Card,
  change: StudyChange,
  lastStudiedAt: Date | null,
): Deck {
  const { before, after } = change;
  const { studied, learned } = countsOf(change);
  return {
    ...recountCard(deck, { ...card, ...before }, { ...card, ...after }),
    correct: deck.correct + after.correct - before.correct,
    incorrect: deck.incorrect + after.incorrect - before.incorrect,
    studied: deck.studied + studied,
    learned: deck.learned + learned,
    lastStudiedAt,
    sample: withResampled(deck.sample, { ...card, ...after }),
  };
}

/** Counts a card and its answers in or out. */
const countWhole = (deck: Deck, card: Card, change: 1 | -1): Deck => ({
  ...countCard(deck, card, change),
  cards: deck.cards + change,
  studied: deck.studied + change * Number(isScheduled(card)),
  learned: deck.learned + change * Number(isLearned(card)),
  correct: deck.correct + change * card.correct,
  incorrect: deck.incorrect + change * card.incorrect,
});

/** Adds a card and its answers to the deck's counters. */
export const withCard = (deck: Deck, card: Card): Deck => ({
  ...countWhole(deck, card, 1),
  lastStudiedAt: laterOf(deck.lastStudiedAt, card.lastStudiedAt),
  sample: withSampled(deck.sample, card),
});

/** Removes a card and its answers from the deck's counters. */
export const withoutCard = (deck: Deck, card: Card): Deck => ({
  ...countWhole(deck, card, -1),
  sample: withoutSampled(deck.sample, card.cardId, deck.cards - 1),
});

/** Counts a card that is new again instead of as it was. */
export const withReset = (deck: Deck, before: Card, after: Card): Deck => ({
  ...countWhole(countWhole(deck, before, -1), after, 1),
  sample: withResampled(deck.sample, after),
});

/** Updates the counts for a card whose shelf changed. */
export const withShelf = (deck: Deck, before: Card, after: Card): Deck => ({
  ...recountCard(deck, before, after),
  sample: withResampled(deck.sample, after),
});
