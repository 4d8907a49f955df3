import { deckProgressChanged, userDeleted, type Envelope, type EventData } from '@kumbuka/contracts';
import { on, onMany, type Listener, type Session } from '@kumbuka/event-bus';
import { progressUpdateOf, type ProgressUpdate } from '../domain/deck.ts';
import { keepDeckProgress } from '../use-cases/deck/keep-deck-progress.ts';
import type { Transact } from '../use-cases/ports.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

interface Effects extends Pick<UseCases, 'eraseLearner'> {
  /** Runs inside the transaction that marks the event as processed. */
  within(session: Session): Transact;
}

const toProgress = ({
  data: { userId, ...progress },
  aggregate: { version },
}: Envelope<EventData<typeof deckProgressChanged>>): ProgressUpdate =>
  progressUpdateOf(userId, { ...progress, version });

export const listeners = ({ within, eraseLearner }: Effects): Listener[] => [
  ...onMany([deckProgressChanged], (events, session) =>
    within(session)(({ projections }) => keepDeckProgress({ projections })(events.map(toProgress))),
  ),
  // Erasing is idempotent and may take long, so it runs outside the handler's transaction.
  on(userDeleted, ({ data }) => eraseLearner(data.userId, new Date(data.deletedAt))),
];
