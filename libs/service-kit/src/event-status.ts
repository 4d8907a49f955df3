import { eventRoutes, maxListedParked, serviceNames, type EventStatus } from '@kumbuka/contracts';
import { countParked, listParked, removeParked, type Outbox } from '@kumbuka/event-bus';
import type { Connection } from 'mongoose';
import { handle, type HandledRoute } from './http/routes.ts';

export interface EventStatusOptions {
  connection: Connection;
  outbox: Outbox;
  /** `name` is that of the service and of its consumer group. */
  config: { name: string };
}

export interface EventStatusAdmin {
  read(): Promise<EventStatus>;
  /** Unparks one aggregate, or all with `null`. Returns their number. */
  unpark(aggregate: string | null): Promise<number>;
}

const maxErrorLength = 300;

/** Creates access for operators to the service's outbox and parked aggregates. */
export function createEventStatus({ connection, outbox, config }: EventStatusOptions): EventStatusAdmin {
  const { name } = config;
  return {
    async read() {
      const [{ waiting, oldest }, total, parked] = await Promise.all([
        outbox.lag(),
        countParked(connection, name),
        listParked(connection, name, maxListedParked),
      ]);
      const first = parked.map(({ aggregate, topic, error, at }) => ({
        aggregate,
        topic,
        error: error.slice(0, maxErrorLength),
        at: at.toISOString(),
      }));
      return { outbox: { waiting, oldestAt: oldest }, parked: { total, first } };
    },
    unpark: (aggregate) => removeParked(connection, name, aggregate ?? undefined),
  };
}

/** Returns the internal routes that admin calls to read and unpark the service's events. */
export function eventStatusRoutes(name: string, eventsAdmin: EventStatusAdmin): HandledRoute[] {
  const service = serviceNames.find((each) => each === name);
  if (!service) throw new Error(`${name} is not in the list of services.`);
  const { readEvents, unpark } = eventRoutes[service];
  return [
    handle(readEvents, () => eventsAdmin.read()),
    handle(
      unpark,
      ({ body }) => eventsAdmin.unpark(body.aggregate),
      (aggregates) => ({ aggregates }),
    ),
  ];
}
