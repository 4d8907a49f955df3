import { z } from 'zod';
import { defineRoute } from '../rest/route.ts';
import { byService, type ServiceName } from '../services.ts';

const time = z.iso.datetime();
const count = z.int().min(0);

/** Parked aggregates that a service names; their number is always told. */
export const parkedNamed = 100;

const parkedAggregate = z.object({
  /** `type:id`. */
  aggregate: z.string(),
  topic: z.string(),
  error: z.string(),
  at: time,
});

/** What a service knows of its own events, without Kafka. */
export const ownEvents = z.object({
  outbox: z.object({ waiting: count, oldestAt: time.nullable() }),
  parked: z.object({ total: count, first: z.array(parkedAggregate).max(parkedNamed) }),
});
export type OwnEvents = z.infer<typeof ownEvents>;

const routesOf = (owner: ServiceName) => {
  const shared = { exposure: 'internal', access: 'process', status: 200, owner } as const;
  return {
    readEvents: defineRoute({
      ...shared,
      method: 'GET',
      operationId: `readEventsOf.${owner}`,
      path: '/internal/events',
      summary: 'What waits in the outbox, and aggregates whose events are not taken.',
      answer: ownEvents,
    }),
    unpark: defineRoute({
      ...shared,
      method: 'POST',
      operationId: `unparkIn.${owner}`,
      path: '/internal/events/unpark',
      summary: 'Takes events of an aggregate again, or of all; tells how many aggregates it was.',
      body: z.strictObject({ aggregate: z.string().min(1).max(130).nullable() }),
      answer: z.object({ aggregates: count }),
    }),
  };
};

/** Every service tells of its events in the same way; admin asks them. */
export const eventRoutes = byService(routesOf);
