import { advance, beginAt } from '../../domain/advance.ts';
import { newStart, type ReviewEntry } from '@kumbuka/schedule';
import type { CardRef } from '../../domain/card/card.ts';
import { keysOf, type ContextEntry } from '../../domain/log-entry.ts';
import { historyOf, type CardHistory } from '../answer/read-past.ts';
import { putPast, type StudyState } from '../../domain/study-state.ts';
import type { UnitOfWork } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';

/** Reads what the move of a card needs: the rest of its former deck or, for a tombstone, its answers. */
async function withPast({ studies, reviews }: UnitOfWork, state: StudyState, { ownerId, cardId }: CardRef) {
  const card = state.cards.get(cardId);
  if (!card) return state;
  if (card.kind === 'card') {
    const othersLastStudied = await studies.lastStudiedBeside(ownerId, card.deckId, [cardId]);
    return putPast(state, cardId, { othersLastStudied, ...noHistory });
  }
  const log = await reviews.ofCards(ownerId, [cardId]);
  const history = await historyOf(reviews, state, cardId, log);
  return putPast(state, cardId, { othersLastStudied: null, ...history, buriedUntil: buriedUntil(log) });
}

/** Day until which the log of a card leaves it out of study. */
const buriedUntil = (log: readonly ReviewEntry[]) =>
  log.findLast((entry) => entry.kind === 'buried')?.until ?? null;

/** Applies an entry to loaded state. Returns whether anything changed. */
async function applyTo(
  unit: UnitOfWork,
  state: StudyState,
  entries: readonly ContextEntry[],
  at: Date,
): Promise<boolean> {
  const work = entries.reduce((done, entry) => advance(done, entry, at), beginAt(state));
  if (work.state === state) return false;
  await saveAdvance(unit, work, at);
  return true;
}

const noHistory: CardHistory = { answers: [], start: newStart };

/** Applies an event of the decks service unless the account was erased. Returns whether anything changed. */
async function takeIn(unit: UnitOfWork, ownerId: number, entry: ContextEntry, at: Date): Promise<boolean> {
  const loaded = await unit.studies.load(ownerId, keysOf(entry));
  if (loaded.erased) return false;
  const state = entry.kind === 'card-moved' ? await withPast(unit, loaded, entry.card) : loaded;
  return applyTo(unit, state, [entry], at);
}

/** Adds a deck. */
export const followDeck =
  (unit: UnitOfWork, now: () => Date) =>
  (deck: { ownerId: number; deckId: number; deckVersion: number }): Promise<boolean> =>
    takeIn(unit, deck.ownerId, { kind: 'deck-added', ...deck }, now());

/** Adds a card; its deck may arrive later. */
export const followCard =
  (unit: UnitOfWork, now: () => Date) =>
  (card: CardRef): Promise<boolean> =>
    takeIn(unit, card.ownerId, { kind: 'card-added', card }, now());

/** Cards that were added to one deck together. */
export interface AddedCards {
  ownerId: number;
  deckId: number;
  cardIds: readonly number[];
  /** Notes of the cards that have a stored one. */
  noteIds?: readonly { cardId: number; noteId: number }[] | undefined;
  createdAt: Date;
}

/** Adds several cards, with one read and one write; their deck may arrive later. */
export const followCards =
  (unit: UnitOfWork, now: () => Date) =>
  async ({ cardIds, noteIds = [], ...cards }: AddedCards): Promise<boolean> => {
    const { ownerId, deckId } = cards;
    const loaded = await unit.studies.load(ownerId, { decks: [deckId], cards: cardIds });
    if (loaded.erased) return false;
    const noteOf = new Map(noteIds.map(({ cardId, noteId }) => [cardId, noteId]));
    const entries = cardIds.map((cardId) => {
      const card = { ...cards, cardId, noteId: noteOf.get(cardId), cardVersion: 1 };
      return { kind: 'card-added', card } as const;
    });
    return applyTo(unit, loaded, entries, now());
  };

/** Moves a card to another deck, with its schedule. */
export const followMove =
  (unit: UnitOfWork, now: () => Date) =>
  (card: CardRef): Promise<boolean> =>
    takeIn(unit, card.ownerId, { kind: 'card-moved', card }, now());

/** Suspends a card or takes that back. */
export const followSuspension =
  (unit: UnitOfWork, now: () => Date) =>
  (card: Omit<CardRef, 'createdAt'>): Promise<boolean> =>
    takeIn(unit, card.ownerId, { kind: 'card-suspension', card }, now());

/** Removes a card; streak, XP and all-time accuracy keep its answers. */
export const forgetCard =
  (unit: UnitOfWork, now: () => Date) =>
  (card: Omit<CardRef, 'createdAt'>): Promise<boolean> =>
    takeIn(unit, card.ownerId, { kind: 'card-gone', card }, now());

/** Removes a deck and all its cards. */
export const forgetDeck =
  (unit: UnitOfWork, now: () => Date) =>
  async (deck: { ownerId: number; deckId: number; deckVersion: number }): Promise<void> => {
    const isGone = await takeIn(unit, deck.ownerId, { kind: 'deck-gone', ...deck }, now());
    if (isGone) await unit.studies.removeCardsOf(deck.ownerId, deck.deckId);
  };
