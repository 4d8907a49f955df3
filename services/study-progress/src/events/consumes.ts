import {
  cardAdded,
  cardsAdded,
  cardMoved,
  cardRemoved,
  cardSuspensionChanged,
  deckCreated,
  deckDeleted,
  userDeleted,
} from '@kumbuka/contracts';
import { on, type Listener, type Session } from '@kumbuka/event-bus';
import {
  followCard,
  followCards,
  followDeck,
  followMove,
  followSuspension,
  forgetCard,
  forgetDeck,
} from '../use-cases/deck/follow-decks.ts';
import type { TransactWithin } from '../use-cases/ports.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

interface Effects extends Pick<UseCases, 'eraseLearner'> {
  /** Runs inside the transaction that marks the event as processed. */
  within(session: Session): TransactWithin;
  now(): Date;
}

/** Handlers for events about decks, cards and deleted users. */
export const listeners = ({ within, now, eraseLearner }: Effects): Listener[] => [
  on(deckCreated, ({ data: { userId: ownerId, deckId }, aggregate }, session) =>
    within(session)(async (unit) => {
      await followDeck(unit, now)({ ownerId, deckId, deckVersion: aggregate.version });
    }),
  ),
  on(deckDeleted, ({ data: { userId: ownerId, deckId }, aggregate }, session) =>
    within(session)((unit) => forgetDeck(unit, now)({ ownerId, deckId, deckVersion: aggregate.version })),
  ),
  on(cardAdded, ({ data: { userId: ownerId, deckId, cardId, noteId, createdAt }, aggregate }, session) =>
    within(session)(async (unit) => {
      const card = { ownerId, deckId, cardId, noteId, createdAt: new Date(createdAt) };
      await followCard(unit, now)({ ...card, cardVersion: aggregate.version });
    }),
  ),
  on(cardsAdded, ({ data: { userId: ownerId, deckId, cardIds, noteIds, createdAt } }, session) =>
    within(session)(async (unit) => {
      await followCards(unit, now)({ ownerId, deckId, cardIds, noteIds, createdAt: new Date(createdAt) });
    }),
  ),
  on(cardMoved, ({ data, aggregate }, session) =>
    within(session)(async (unit) => {
      const { userId: ownerId, deckId, cardId, noteId, createdAt, suspended } = data;
      const card = { ownerId, deckId, cardId, noteId, createdAt: new Date(createdAt), suspended };
      await followMove(unit, now)({ ...card, cardVersion: aggregate.version });
    }),
  ),
  on(cardSuspensionChanged, ({ data: { userId: ownerId, deckId, cardId, suspended }, aggregate }, session) =>
    within(session)(async (unit) => {
      const card = { ownerId, deckId, cardId, cardVersion: aggregate.version, suspended };
      await followSuspension(unit, now)(card);
    }),
  ),
  on(cardRemoved, ({ data: { userId: ownerId, deckId, cardId }, aggregate }, session) =>
    within(session)(async (unit) => {
      await forgetCard(unit, now)({ ownerId, deckId, cardId, cardVersion: aggregate.version });
    }),
  ),
  // Erasing is idempotent and may take long, so it runs outside the handler's transaction.
  on(userDeleted, ({ data }) => eraseLearner(data.userId)),
];
