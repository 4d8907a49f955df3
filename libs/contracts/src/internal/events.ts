import { z } from 'zod';
import { defineRoute } from '../rest/route.ts';
import { byService, type ServiceName } from '../services.ts';

const time = z.iso.datetime();
const count = z.int().min(0);

/** Maximum number of listed parked aggregates; their total is always included. */
export const maxListedParked = 100;

const parkedAggregate = z.object({
  /** `type:id`. */
  aggregate: z.string(),
  topic: z.string(),
  error: z.string(),
  at: time,
});

/** Event status of a service, without Kafka. */
export const eventStatus = z.object({
  outbox: z.object({ waiting: count, oldestAt: time.nullable() }),
  parked: z.object({ total: count, first: z.array(parkedAggregate).max(maxListedParked) }),
});
export type EventStatus = z.infer<typeof eventStatus>;

const routesOf = (owner: ServiceName) => {
  const shared = { exposure: 'internal', access: 'process', status: 200, owner } as const;
  return {
    readEvents: defineRoute({
      ...shared,
      method: 'GET',
      operationId: `readEventsOf.${owner}`,
      path: '/internal/events',
      summary: 'Size of the outbox, and parked aggregates.',
      response: eventStatus,
    }),
    unpark: defineRoute({
      ...shared,
      method: 'POST',
      operationId: `unparkIn.${owner}`,
      path: '/internal/events/unpark',
      summary: 'Unparks one aggregate or all; returns their number.',
      body: z.strictObject({ aggregate: z.string().min(1).max(130).nullable() }),
      response: z.object({ aggregates: count }),
    }),
  };
};

/** Event status routes, the same in every service; called by admin. */
export const eventRoutes = byService(routesOf);
