import { deckProgressChanged, userDeleted } from '@kumbuka/contracts';
import { on, type Listener } from '@kumbuka/event-bus';
import type { ClientSession } from 'mongoose';
import type { eraseLearner } from '../use-cases/erase-learner.ts';
import { keepDeckProgress } from '../use-cases/keep-deck-progress.ts';
import type { Unit } from '../use-cases/unit.ts';

interface Needs {
  unitOf(session: ClientSession): Unit;
  eraseLearner: ReturnType<typeof eraseLearner>;
}

const instantOrNull = (text: string | null) => (text === null ? null : new Date(text));

export const listeners = ({ unitOf, eraseLearner: erase }: Needs): Listener[] => [
  on(deckProgressChanged, ({ data, aggregate }, session) =>
    keepDeckProgress(unitOf(session))({
      ownerId: data.userId,
      deckId: data.deckId,
      mastery: data.mastery,
      lastStudied: instantOrNull(data.lastStudied),
      version: aggregate.version,
    }),
  ),
  // Erasing repeats safely and may be long, so it stays out of the listener's transaction.
  on(userDeleted, ({ data }) => erase(data.userId, new Date(data.deletedAt))),
];
