import { newCard, removedCard, type Card, type CardRef, type RemovedCard } from '../card/card.ts';
import { replay } from '@kumbuka/schedule';
import { withCard, withoutCard, withoutDeck } from '../learner/learner.ts';
import { recountCard } from '../scheduling/card-counts.ts';
import { liveDeck, pastOf, putCard, putDeck, setsOf, type StudyState } from '../study-state.ts';
import * as decks from './deck.ts';

/** Adds a deck, or brings a deleted one back: its cards follow. A tombstone of a later version wins. */
export function evolveDeckAdded(
  state: StudyState,
  { deckId, deckVersion }: { deckId: number; deckVersion: number },
): StudyState {
  const existing = state.decks.get(deckId);
  if (existing && existing.deckVersion >= deckVersion) return state;
  const deck = decks.newDeck(state.ownerId, deckId);
  if (existing?.kind === 'removed-deck')
    return putDeck(state, { ...deck, deckVersion, version: existing.version });
  return putDeck(state, { ...(existing ?? deck), deckVersion });
}

/** Puts a card into its deck. Creates the deck when the card's event arrives first. */
function placeInDeck(state: StudyState, card: Card): StudyState {
  const deck = liveDeck(state, card.deckId) ?? decks.newDeck(state.ownerId, card.deckId);
  return putCard(putDeck(state, decks.withCard(deck, card)), card);
}

/** Adds a card, possibly before its deck. Tombstones of either win. An import may have added it without its note. */
export function evolveCardAdded(state: StudyState, ref: CardRef): StudyState {
  const existing = state.cards.get(ref.cardId);
  const { noteId = null } = ref;
  if (existing?.kind === 'card' && existing.noteId === null && noteId !== null)
    return putCard(state, { ...existing, noteId });
  if (state.cards.has(ref.cardId) || state.decks.get(ref.deckId)?.kind === 'removed-deck') return state;
  const card = newCard(ref);
  return { ...placeInDeck(state, card), learner: withCard(state.learner, card) };
}

/** Removes a card's schedule and counters; streak, XP and accuracy keep its answers. */
export function evolveCardGone(state: StudyState, ref: Omit<CardRef, 'createdAt'>): StudyState {
  const card = state.cards.get(ref.cardId);
  if (card?.kind === 'removed-card') return state;
  const past = card ?? { ...ref, version: 0, lastStudiedAt: null };
  const gone = putCard(state, removedCard(past, ref.cardVersion));
  const deck = card && liveDeck(state, card.deckId);
  if (!deck) return gone;
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

/** Takes a card out of its deck, which was then last studied when its other cards were. */
function takeOutOfDeck(state: StudyState, card: Card): StudyState {
  const deck = liveDeck(state, card.deckId);
  if (!deck) return state;
  const lastStudiedAt = pastOf(state, card.cardId).othersLastStudied;
  return putDeck(state, { ...decks.withoutCard(deck, card), lastStudiedAt });
}

/** Restores a card whose deletion was taken back, or arrived before its move out of the deck. Replays its answers. */
function restoreCard(state: StudyState, { cardId, version }: RemovedCard, ref: CardRef): StudyState {
  const { answers, start, buriedUntil = null } = pastOf(state, cardId);
  const { study } = replay(answers, setsOf(state, cardId), start);
  const card = { ...newCard(ref), version, ...study, buriedUntil };
  return { ...placeInDeck(state, card), learner: withCard(state.learner, card) };
}

/**
 * Moves a card to another deck with its schedule, possibly before the event of that deck. Counts it as if it had always
 * been in the new deck, as a rebuild does. An older version changes nothing. The past of
 * the card must be loaded.
 */
export function evolveCardMoved(state: StudyState, ref: CardRef): StudyState {
  const card = state.cards.get(ref.cardId);
  if (!card) return evolveCardAdded(state, ref);
  if (card.cardVersion >= ref.cardVersion) return state;
  const { deckId, cardVersion, suspended = false } = ref;
  const isDeckGone = state.decks.get(deckId)?.kind === 'removed-deck';
  if (card.kind === 'removed-card') return isDeckGone ? state : restoreCard(state, card, ref);
  const left = takeOutOfDeck(state, card);
  const moved = { ...card, deckId, cardVersion, suspended };
  if (isDeckGone)
    return { ...putCard(left, removedCard(moved, cardVersion)), learner: withoutCard(state.learner, card) };
  const placed = placeInDeck(left, moved);
  // The learner's counters do not depend on the deck.
  if (suspended === card.suspended) return placed;
  return { ...placed, learner: recountCard(state.learner, card, moved) };
}
