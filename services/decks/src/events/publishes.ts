import {
  cardAdded,
  cardsAdded,
  cardEdited,
  cardMoved,
  cardRemoved,
  cardSuspensionChanged,
  deckCreated,
  deckDeleted,
  deckUpdated,
  importFinished,
  type Envelope,
} from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import type { Card } from '../domain/card.ts';
import type { Deck } from '../domain/deck.ts';
import type { DomainEvent } from '../domain/events.ts';

const headOf = ({ id, ownerId, version }: Deck | Card, occurredAt: Date) => ({
  key: String(ownerId),
  aggregate: { id: String(id), version },
  occurredAt,
});
const deckIds = ({ id, ownerId }: Deck) => ({ deckId: id, userId: ownerId });
const cardIds = ({ id, deckId, ownerId }: Card) => ({ cardId: id, deckId, userId: ownerId });
/** Only stored notes have several cards. */
const noteOf = ({ noteId }: Card) => (noteId === null ? {} : { noteId });
const notesOf = (cards: readonly Card[]) => {
  const noteIds = cards.flatMap(({ id, noteId }) => (noteId === null ? [] : [{ cardId: id, noteId }]));
  return noteIds.length === 0 ? {} : { noteIds };
};
const iso = (instant: Date) => instant.toISOString();

/** Builds the envelope of a domain event: ids and times, never texts. */
export function toEnvelope(event: DomainEvent): Envelope {
  switch (event.type) {
    case 'deck-created': {
      const { deck } = event;
      const data = { ...deckIds(deck), catalogId: deck.catalogId, createdAt: iso(deck.createdAt) };
      return newEvent(deckCreated, { ...headOf(deck, deck.createdAt), data });
    }
    case 'deck-restored': {
      const { deck, at } = event;
      const data = { ...deckIds(deck), catalogId: deck.catalogId, createdAt: iso(deck.createdAt) };
      return newEvent(deckCreated, { ...headOf(deck, at), data });
    }
    case 'deck-updated': {
      const { deck, fields } = event;
      const data = { ...deckIds(deck), fields, updatedAt: iso(deck.updatedAt) };
      return newEvent(deckUpdated, { ...headOf(deck, deck.updatedAt), data });
    }
    case 'deck-deleted': {
      const { deck, at } = event;
      const data = { ...deckIds(deck), cardCount: deck.cardCount, deletedAt: iso(at) };
      return newEvent(deckDeleted, { ...headOf(deck, at), data });
    }
    case 'card-added': {
      const { card } = event;
      const data = { ...cardIds(card), ...noteOf(card), createdAt: iso(card.createdAt) };
      return newEvent(cardAdded, { ...headOf(card, card.createdAt), data });
    }
    case 'cards-added': {
      const [first] = event.cards;
      const cardIds = event.cards.map(({ id }) => id);
      const { deckId, ownerId: userId, createdAt } = first;
      // The batch is an aggregate of its own, named by its first card, which no other batch has.
      return newEvent(cardsAdded, {
        ...headOf({ ...first, version: 1 }, createdAt),
        data: { deckId, userId, cardIds, ...notesOf(event.cards), createdAt: iso(createdAt) },
      });
    }
    case 'card-edited': {
      const { card } = event;
      const data = { ...cardIds(card), editedAt: iso(card.updatedAt) };
      return newEvent(cardEdited, { ...headOf(card, card.updatedAt), data });
    }
    case 'card-suspension-changed': {
      const { card, at } = event;
      const data = { ...cardIds(card), suspended: card.suspended, changedAt: iso(at) };
      return newEvent(cardSuspensionChanged, { ...headOf(card, at), data });
    }
    case 'card-moved': {
      const { card, fromDeckId, at } = event;
      const { suspended, createdAt } = card;
      const data = {
        ...cardIds(card),
        fromDeckId,
        ...noteOf(card),
        suspended,
        createdAt: iso(createdAt),
        movedAt: iso(at),
      };
      return newEvent(cardMoved, { ...headOf(card, at), data });
    }
    case 'import-finished': {
      const { run, startedAt, at } = event;
      const { added, existing, scheduled } = run.counts;
      return newEvent(importFinished, {
        key: String(run.ownerId),
        aggregate: { id: run.id, version: 1 },
        occurredAt: at,
        data: {
          importId: run.id,
          userId: run.ownerId,
          outcome: run.state === 'done' ? 'done' : 'failed',
          failure: run.failure,
          cardsAdded: added,
          cardsExisting: existing,
          cardsScheduled: scheduled,
          startedAt: iso(startedAt),
          finishedAt: iso(at),
        },
      });
    }
    case 'card-removed': {
      const { card, at } = event;
      const data = { ...cardIds(card), removedAt: iso(at) };
      return newEvent(cardRemoved, { ...headOf(card, at), data });
    }
  }
}
