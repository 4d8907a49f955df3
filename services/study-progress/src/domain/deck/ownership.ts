import { newCard, removedCard, type CardRef } from '../card/card.ts';
import { withNewCard, withoutCard, withoutDeck } from '../learner/learner.ts';
import { liveDeck, putCard, putDeck, type StudyState } from '../study-state.ts';
import * as decks from './deck.ts';

/** Adds a deck. A tombstone or a newer version wins. */
export function evolveDeckAdded(
  state: StudyState,
  { deckId, deckVersion }: { deckId: number; deckVersion: number },
): StudyState {
  const existing = state.decks.get(deckId);
  if (existing && (existing.kind === 'removed-deck' || existing.deckVersion >= deckVersion)) return state;
  return putDeck(state, { ...(existing ?? decks.newDeck(state.ownerId, deckId)), deckVersion });
}

/** Adds a card, possibly before its deck. Tombstones of either win. */
export function evolveCardAdded(state: StudyState, ref: CardRef): StudyState {
  if (state.cards.has(ref.cardId) || state.decks.get(ref.deckId)?.kind === 'removed-deck') return state;
  const deck = liveDeck(state, ref.deckId) ?? decks.newDeck(state.ownerId, ref.deckId);
  const card = newCard(ref);
  const counted = putDeck(state, decks.withNewCard(deck, card));
  return { ...putCard(counted, card), learner: withNewCard(state.learner, card) };
}

/** Removes a card's schedule and counters; streak, XP and accuracy keep its answers. */
export function evolveCardGone(state: StudyState, ref: Omit<CardRef, 'createdAt'>): StudyState {
  const card = state.cards.get(ref.cardId);
  if (card?.kind === 'removed-card') return state;
  const past = card ?? { ...ref, version: 0, lastStudiedAt: null };
  const gone = putCard(state, removedCard(past, ref.cardVersion));
  const deck = liveDeck(state, ref.deckId);
  if (!card || !deck) return gone;
  return { ...putDeck(gone, decks.withoutCard(deck, card)), learner: withoutCard(state.learner, card) };
}

/** Removes a deck and its cards' counts. The store removes the card rows. */
export function evolveDeckGone(
  state: StudyState,
  { deckId, deckVersion }: { deckId: number; deckVersion: number },
): StudyState {
  const deck = state.decks.get(deckId);
  if (deck?.kind === 'removed-deck') return state;
  const past = deck ?? decks.newDeck(state.ownerId, deckId);
  const gone = putDeck(state, decks.removedDeck(past, deckVersion));
  return deck ? { ...gone, learner: withoutDeck(state.learner, deck) } : gone;
}
