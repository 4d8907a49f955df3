import { cardAdded, cardRemoved, deckCreated, deckDeleted, userDeleted } from '@kumbuka/contracts';
import { on, type Listener, type Session } from '@kumbuka/event-bus';
import { followCard, followDeck, forgetCard, forgetDeck } from '../use-cases/follow-decks.ts';
import type { TransactWithin } from '../use-cases/ports.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

interface Effects extends Pick<UseCases, 'eraseLearner'> {
  /** Work inside the transaction that marks the event as seen. */
  within(session: Session): TransactWithin;
  now(): Date;
}

/** Which decks and cards exist and whose they are, and who is gone. */
export const listeners = ({ within, now, eraseLearner }: Effects): Listener[] => [
  on(deckCreated, ({ data: { ownerId, deckId }, aggregate }, session) =>
    within(session)(async (unit) => {
      await followDeck(unit, now)({ ownerId, deckId, deckVersion: aggregate.version });
    }),
  ),
  on(deckDeleted, ({ data: { ownerId, deckId }, aggregate }, session) =>
    within(session)((unit) => forgetDeck(unit, now)({ ownerId, deckId, deckVersion: aggregate.version })),
  ),
  on(cardAdded, ({ data: { ownerId, deckId, cardId, createdAt }, aggregate }, session) =>
    within(session)(async (unit) => {
      const facts = { ownerId, deckId, cardId, createdAt: new Date(createdAt) };
      await followCard(unit, now)({ ...facts, cardVersion: aggregate.version });
    }),
  ),
  on(cardRemoved, ({ data: { ownerId, deckId, cardId }, aggregate }, session) =>
    within(session)(async (unit) => {
      await forgetCard(unit, now)({ ownerId, deckId, cardId, cardVersion: aggregate.version });
    }),
  ),
  // Erasing repeats safely and may be long, so it stays out of the listener's transaction.
  on(userDeleted, ({ data }) => eraseLearner(data.userId)),
];
