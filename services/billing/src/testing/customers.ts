import { eventually } from '@kumbuka/testing/servers';
import { eventsOf } from '@kumbuka/testing';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestBilling } from './test-billing.ts';

const dayMs = 86_400_000;

/** Requests of learners and of the provider to billing. */
export function createCustomers(billing: () => TestBilling, now: () => Date) {
  let learners = 0;
  const status = async (as: number) => (await billing().rest('GET', '/billing/status', { as })).body;
  return {
    newLearner: () => ++learners,
    /** Repeats with the same key, as clients do when a busy machine makes the provider slower than a caller waits. */
    async checkout(as: number) {
      const headers = { 'idempotency-key': randomUUID() };
      return eventually(async () => {
        const { status, body } = await billing().rest('POST', '/billing/checkout', { as, body: {}, headers });
        expect(status).toBe(201);
        return body;
      });
    },
    verify: async (as: number, names: object) =>
      (await billing().rest('POST', '/billing/verify', { as, body: names })).body,
    notify: (body: object) => billing().rest('POST', '/billing/webhooks/intasend', { body }),
    status,
    async daysLeft(as: number) {
      const { current_period_end: end } = await status(as);
      return end === null ? 0 : Math.round((Date.parse(end) - now().getTime()) / dayMs);
    },
    typesOf: async (as: number) =>
      (await eventsOf(billing().stack, 'kumbuka_billing'))
        .filter(({ key }) => key === String(as))
        .map(({ type }) => type.replace('billing.', '')),
  };
}
