import { deckProgressChanged, userDeleted } from '@kumbuka/contracts';
import { on, type Listener } from '@kumbuka/event-bus';
import type { ClientSession } from 'mongoose';
import { keepDeckProgress } from '../use-cases/keep-deck-progress.ts';
import type { Transact } from '../use-cases/ports.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

interface Effects extends Pick<UseCases, 'eraseLearner'> {
  /** Work inside the transaction that marks the event as seen. */
  within(session: ClientSession): Transact;
}

const instantOrNull = (text: string | null) => (text === null ? null : new Date(text));

export const listeners = ({ within, eraseLearner }: Effects): Listener[] => [
  on(deckProgressChanged, ({ data, aggregate }, session) =>
    within(session)((unit) =>
      keepDeckProgress(unit)({
        ownerId: data.userId,
        deckId: data.deckId,
        mastery: data.mastery,
        lastStudied: instantOrNull(data.lastStudied),
        version: aggregate.version,
      }),
    ),
  ),
  // Erasing repeats safely and may be long, so it stays out of the listener's transaction.
  on(userDeleted, ({ data }) => eraseLearner(data.userId, new Date(data.deletedAt))),
];
