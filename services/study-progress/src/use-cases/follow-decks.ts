import { advance, beginAt } from '../domain/advance.ts';
import type { CardFacts } from '../domain/card/card.ts';
import { keysOf, type ContextEntry } from '../domain/log-entry.ts';
import type { UnitOfWork } from './ports.ts';
import { saveAdvance } from './save-advance.ts';

/** Takes in what decks told; an account that is gone takes nothing in. True when it changed something. */
async function takeIn(unit: UnitOfWork, ownerId: number, entry: ContextEntry, at: Date): Promise<boolean> {
  const state = await unit.studies.load(ownerId, keysOf(entry));
  if (state.erased) return false;
  const work = advance(beginAt(state), entry, at);
  if (work.state === state) return false;
  await saveAdvance(unit, work, at);
  return true;
}

/** A learner has a deck. */
export const followDeck =
  (unit: UnitOfWork, now: () => Date) =>
  (deck: { ownerId: number; deckId: number; deckVersion: number }): Promise<boolean> =>
    takeIn(unit, deck.ownerId, { kind: 'deck-known', ...deck }, now());

/** A deck has a card; its deck may be heard of later. */
export const followCard =
  (unit: UnitOfWork, now: () => Date) =>
  (card: CardFacts): Promise<boolean> =>
    takeIn(unit, card.ownerId, { kind: 'card-known', card }, now());

/** A card is gone; streak, XP and all-time accuracy keep what was done with it. */
export const forgetCard =
  (unit: UnitOfWork, now: () => Date) =>
  (card: Omit<CardFacts, 'createdAt'>): Promise<boolean> =>
    takeIn(unit, card.ownerId, { kind: 'card-gone', card }, now());

/** A deck is gone with all its cards. */
export const forgetDeck =
  (unit: UnitOfWork, now: () => Date) =>
  async (deck: { ownerId: number; deckId: number; deckVersion: number }): Promise<void> => {
    const isGone = await takeIn(unit, deck.ownerId, { kind: 'deck-gone', ...deck }, now());
    if (isGone) await unit.studies.removeCardsOf(deck.ownerId, deck.deckId);
  };
