import {
  cardAdded,
  cardEdited,
  cardRemoved,
  deckCreated,
  deckDeleted,
  deckUpdated,
  type Envelope,
} from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import type { Card } from '../domain/card.ts';
import type { Deck } from '../domain/deck.ts';
import type { Fact } from '../domain/facts.ts';

const headOf = ({ id, ownerId, version }: Deck | Card, occurredAt: Date) => ({
  key: String(ownerId),
  aggregate: { id: String(id), version },
  occurredAt,
});
const deckFacts = ({ id, ownerId }: Deck) => ({ deckId: id, ownerId });
const cardFacts = ({ id, deckId, ownerId }: Card) => ({ cardId: id, deckId, ownerId });
const iso = (instant: Date) => instant.toISOString();

/** The event that tells a fact: ids and times, never texts. */
export function eventOf(fact: Fact): Envelope {
  switch (fact.happened) {
    case 'deck-created': {
      const { deck } = fact;
      const data = { ...deckFacts(deck), catalogId: deck.catalogId, createdAt: iso(deck.createdAt) };
      return newEvent(deckCreated, { ...headOf(deck, deck.createdAt), data });
    }
    case 'deck-updated': {
      const { deck, fields } = fact;
      const data = { ...deckFacts(deck), fields, updatedAt: iso(deck.updatedAt) };
      return newEvent(deckUpdated, { ...headOf(deck, deck.updatedAt), data });
    }
    case 'deck-deleted': {
      const { deck, at } = fact;
      const data = { ...deckFacts(deck), cardCount: deck.cardCount, deletedAt: iso(at) };
      return newEvent(deckDeleted, { ...headOf(deck, at), data });
    }
    case 'card-added': {
      const { card } = fact;
      const data = { ...cardFacts(card), createdAt: iso(card.createdAt) };
      return newEvent(cardAdded, { ...headOf(card, card.createdAt), data });
    }
    case 'card-edited': {
      const { card } = fact;
      const data = { ...cardFacts(card), editedAt: iso(card.updatedAt) };
      return newEvent(cardEdited, { ...headOf(card, card.updatedAt), data });
    }
    case 'card-removed': {
      const { card, at } = fact;
      const data = { ...cardFacts(card), removedAt: iso(at) };
      return newEvent(cardRemoved, { ...headOf(card, at), data });
    }
  }
}
