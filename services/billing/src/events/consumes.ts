import { quotaUsed, userDeleted, type Envelope, type EventData } from '@kumbuka/contracts';
import { on, onMany, type Listener, type Session } from '@kumbuka/event-bus';
import type { UsageTold } from '../domain/usage.ts';
import { keepUsage } from '../use-cases/keep-usage.ts';
import type { Transact } from '../use-cases/ports.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

interface Effects extends Pick<UseCases, 'eraseLearner'> {
  /** Work inside the transaction that marks the event as seen. */
  within(session: Session): Transact;
}

const toUsage = ({
  data: { userId, month, used, limit },
  aggregate: { version },
}: Envelope<EventData<typeof quotaUsed>>): UsageTold => ({ ownerId: userId, month, used, limit, version });

export const listeners = ({ within, eraseLearner }: Effects): Listener[] => [
  ...onMany([quotaUsed], (events, session) =>
    within(session)(({ learners }) => keepUsage({ learners })(events.map(toUsage))),
  ),
  // Erasing repeats safely and may be long, so it stays out of the listener's transaction.
  on(userDeleted, ({ data }) => eraseLearner(data.userId, new Date(data.deletedAt))),
];
