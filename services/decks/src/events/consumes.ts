import { deckProgressChanged, userDeleted, type Envelope, type EventData } from '@kumbuka/contracts';
import { on, onMany, type Listener, type Session } from '@kumbuka/event-bus';
import type { ProgressTold } from '../domain/deck.ts';
import { keepDeckProgress } from '../use-cases/keep-deck-progress.ts';
import type { Transact } from '../use-cases/ports.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

interface Effects extends Pick<UseCases, 'eraseLearner'> {
  /** Work inside the transaction that marks the event as seen. */
  within(session: Session): Transact;
}

const toProgress = ({
  data: { userId, deckId, mastery, lastStudied },
  aggregate: { version },
}: Envelope<EventData<typeof deckProgressChanged>>): ProgressTold => ({
  ownerId: userId,
  deckId,
  mastery,
  lastStudied: lastStudied === null ? null : new Date(lastStudied),
  version,
});

export const listeners = ({ within, eraseLearner }: Effects): Listener[] => [
  ...onMany([deckProgressChanged], (events, session) =>
    within(session)(({ decks }) => keepDeckProgress({ decks })(events.map(toProgress))),
  ),
  // Erasing repeats safely and may be long, so it stays out of the listener's transaction.
  on(userDeleted, ({ data }) => eraseLearner(data.userId, new Date(data.deletedAt))),
];
