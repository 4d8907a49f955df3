import { newCard, removedCard, type CardFacts } from '../card/card.ts';
import { withNewCard, withoutCard, withoutDeck } from '../learner/learner.ts';
import { liveDeck, putCard, putDeck, type StudyState } from '../study-state.ts';
import * as decks from './deck.ts';

/** A deck of the learner; a tombstone and a newer version win. */
export function evolveDeckKnown(
  state: StudyState,
  { deckId, deckVersion }: { deckId: number; deckVersion: number },
): StudyState {
  const known = state.decks.get(deckId);
  if (known && (known.kind === 'removed-deck' || known.deckVersion >= deckVersion)) return state;
  return putDeck(state, { ...(known ?? decks.newDeck(state.ownerId, deckId)), deckVersion });
}

/** A card of the learner, perhaps before its deck was heard of; tombstones of either win. */
export function evolveCardKnown(state: StudyState, facts: CardFacts): StudyState {
  if (state.cards.has(facts.cardId) || state.decks.get(facts.deckId)?.kind === 'removed-deck') return state;
  const deck = liveDeck(state, facts.deckId) ?? decks.newDeck(state.ownerId, facts.deckId);
  const card = newCard(facts);
  const counted = putDeck(state, decks.withNewCard(deck, card));
  return { ...putCard(counted, card), learner: withNewCard(state.learner) };
}

/** Takes a card's schedule and counters away; what was done with it stays in streak, XP and accuracy. */
export function evolveCardGone(state: StudyState, facts: Omit<CardFacts, 'createdAt'>): StudyState {
  const card = state.cards.get(facts.cardId);
  if (card?.kind === 'removed-card') return state;
  const past = card ?? { ...facts, version: 0, lastStudiedAt: null };
  const gone = putCard(state, removedCard(past, facts.cardVersion));
  const deck = liveDeck(state, facts.deckId);
  if (!card || !deck) return gone;
  return { ...putDeck(gone, decks.withoutCard(deck, card)), learner: withoutCard(state.learner, card) };
}

/** Takes a deck away with all that its cards count; the cards themselves are the store's to remove. */
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
