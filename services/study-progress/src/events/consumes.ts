import { cardAdded, cardRemoved, deckCreated, deckDeleted, userDeleted } from '@kumbuka/contracts';
import { on, type Listener, type Session } from '@kumbuka/event-bus';
import { followCard, followDeck, forgetCard, forgetDeck } from '../use-cases/follow-decks.ts';
import type { LearnerWork } from '../use-cases/learner-work.ts';

interface Needs {
  workOf: (userId: number, session: Session) => LearnerWork;
  eraseLearner: (userId: number) => Promise<void>;
}

/** Which decks and cards exist and whose they are, and who is gone. */
export const listeners = ({ workOf, eraseLearner }: Needs): Listener[] => [
  on(deckCreated, ({ data, aggregate }, session) =>
    followDeck(workOf(data.ownerId, session), data.deckId, aggregate.version),
  ),
  on(deckDeleted, ({ data, aggregate }, session) =>
    forgetDeck(workOf(data.ownerId, session), data.deckId, aggregate.version),
  ),
  on(cardAdded, ({ data, aggregate }, session) =>
    followCard(workOf(data.ownerId, session), {
      ownerId: data.ownerId,
      deckId: data.deckId,
      cardId: data.cardId,
      createdAt: new Date(data.createdAt),
      cardVersion: aggregate.version,
    }),
  ),
  on(cardRemoved, ({ data, aggregate }, session) =>
    forgetCard(workOf(data.ownerId, session), {
      ownerId: data.ownerId,
      deckId: data.deckId,
      cardId: data.cardId,
      cardVersion: aggregate.version,
    }),
  ),
  // Erasing repeats safely and may be long, so it stays out of the listener's transaction.
  on(userDeleted, ({ data }) => eraseLearner(data.userId)),
];
