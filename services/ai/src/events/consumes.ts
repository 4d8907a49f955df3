import {
  subscriptionActivated,
  subscriptionExpired,
  subscriptionShortened,
  userDeleted,
} from '@kumbuka/contracts';
import { on, type Listener, type Session } from '@kumbuka/event-bus';
import type { PlanChange } from '../domain/plan.ts';
import { keepPlan } from '../use-cases/keep-plan.ts';
import type { Transact } from '../use-cases/ports.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

interface Effects extends Pick<UseCases, 'eraseLearner'> {
  /** Runs inside the transaction that marks the event as processed. */
  within(session: Session): Transact;
}

export const listeners = ({ within, eraseLearner }: Effects): Listener[] => {
  const keep = (session: Session, userId: number, change: PlanChange) =>
    within(session)((unit) => keepPlan(unit)(userId, change));

  return [
    on(subscriptionActivated, ({ data, aggregate: { version } }, session) =>
      keep(session, data.userId, { kind: 'paid-until', version, paidUntil: new Date(data.periodEnd) }),
    ),
    on(subscriptionShortened, ({ data, aggregate: { version } }, session) =>
      keep(session, data.userId, { kind: 'paid-until', version, paidUntil: new Date(data.periodEnd) }),
    ),
    on(subscriptionExpired, ({ data }, session) =>
      keep(session, data.userId, { kind: 'expired', expiredAt: new Date(data.expiredAt) }),
    ),
    // Erasing is idempotent and may take long, so it runs outside the handler's transaction.
    on(userDeleted, ({ data }) => eraseLearner(data.userId, new Date(data.deletedAt))),
  ];
};
