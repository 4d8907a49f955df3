import { withShelf } from '../deck/deck.ts';
import { recountCard } from '../scheduling/card-counts.ts';
import { liveCard, liveDeck, putCard, putDeck, type StudyState } from '../study-state.ts';
import type { Card, CardRef } from './card.ts';

/** Replaces a card whose shelf changed, and updates the counts. */
export function withCard(state: StudyState, before: Card, after: Card): StudyState {
  const moved = putCard(state, after);
  const deck = liveDeck(state, after.deckId);
  if (!deck) return moved;
  return {
    ...putDeck(moved, withShelf(deck, before, after)),
    learner: recountCard(state.learner, before, after),
  };
}

/** Suspends a card or takes that back. An older version or a deleted card changes nothing. */
export function evolveSuspension(
  state: StudyState,
  { cardId, cardVersion, suspended = false }: Omit<CardRef, 'createdAt'>,
): StudyState {
  const card = liveCard(state, cardId);
  if (!card || card.cardVersion >= cardVersion) return state;
  return withCard(state, card, { ...card, cardVersion, suspended });
}
