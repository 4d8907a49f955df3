import { quotaUsed, userDeleted, type Envelope, type EventData } from '@kumbuka/contracts';
import { on, onMany, type Listener, type Session } from '@kumbuka/event-bus';
import type { UsageUpdate } from '../domain/usage.ts';
import { keepUsage } from '../use-cases/plan/keep-usage.ts';
import type { Transact } from '../use-cases/ports.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

interface Effects extends Pick<UseCases, 'eraseLearner'> {
  /** Runs inside the transaction that marks the event as processed. */
  within(session: Session): Transact;
}

const toUsage = ({
  data: { userId, month, used, limit },
  aggregate: { version },
}: Envelope<EventData<typeof quotaUsed>>): UsageUpdate => ({ ownerId: userId, month, used, limit, version });

export const listeners = ({ within, eraseLearner }: Effects): Listener[] => [
  ...onMany([quotaUsed], (events, session) =>
    within(session)(({ learners }) => keepUsage({ learners })(events.map(toUsage))),
  ),
  // Erasing is idempotent and may take long, so it runs outside the handler's transaction.
  on(userDeleted, ({ data }) => eraseLearner(data.userId, new Date(data.deletedAt))),
];
