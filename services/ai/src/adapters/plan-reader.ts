import { billingInternalRoutes, type PlanOfUser } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import type { PlanUpdate } from '../domain/plan.ts';
import type { PlanReader } from '../use-cases/ports.ts';

const callTimeoutMs = 10_000;

const toDate = (text: string | null) => (text === null ? null : new Date(text));

const toPlan = ({ userId, paidUntil, expiredAt, version }: PlanOfUser): PlanUpdate => ({
  userId,
  paidUntil: toDate(paidUntil),
  expiredAt: toDate(expiredAt),
  version,
});

/** Reads plans from billing. Throws `Unavailable` during an outage. */
export function createPlanReader(options: { baseUrl: string; internalKey: string }): PlanReader {
  const { call } = callService({ ...options, timeoutMs: callTimeoutMs, retries: 2 });
  const { listPlans, readPlan } = billingInternalRoutes;
  return {
    async list(after) {
      const { users, next } = await call(listPlans, { query: after === 0 ? {} : { after } });
      return { users: users.map(toPlan), next };
    },
    read: async (userId) => toPlan(await call(readPlan, { params: { id: userId } })),
  };
}
