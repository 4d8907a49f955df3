import { deadLetterTopicOf } from '@kumbuka/contracts';
import type { Connection } from 'mongoose';
import type { Bus } from './bus.ts';
import { lastProcessedAt } from './inbox/inbox.ts';
import type { Listener } from './inbox/listener.ts';
import { countParked } from './inbox/parked-aggregates.ts';
import type { Outbox } from './outbox/outbox.ts';

interface EventGaugesOptions {
  outbox: Outbox;
  bus: Bus;
  connection: Connection;
  /** Consumer group. */
  group: string;
  listeners: readonly Listener[];
  now(): Date;
}

/** Metric without user data; `read` rejects while the value is unknown. */
interface EventGauge {
  name: string;
  help: string;
  read(): Promise<number>;
}

const secondsSince = (at: Date, now: Date) => Math.max(0, (now.getTime() - at.getTime()) / 1_000);

const outboxGauges = ({ outbox, now }: EventGaugesOptions): EventGauge[] => [
  {
    name: 'events_outbox_waiting',
    help: 'Events that wait in the outbox to be published.',
    read: async () => (await outbox.lag()).waiting,
  },
  {
    name: 'events_outbox_oldest_age_seconds',
    help: 'How long the oldest event has been waiting in the outbox; 0 when none waits.',
    async read() {
      const { oldest } = await outbox.lag();
      return oldest === null ? 0 : secondsSince(new Date(oldest), now());
    },
  },
];

const inboxGauges = ({ bus, connection, group, listeners, now }: EventGaugesOptions): EventGauge[] => {
  const topics = [...new Set(listeners.map(({ contract }) => contract.topic))];
  return [
    {
      name: 'events_consumer_lag',
      help: 'Messages of its topics that the service has not processed.',
      read: () => bus.lag(group, topics),
    },
    {
      name: 'events_dead_letters',
      help: 'Messages in the dead-letter topics of the topics that the service reads, from every sender.',
      read: () => bus.count(topics.map(deadLetterTopicOf)),
    },
    {
      name: 'events_parked_aggregates',
      help: 'Aggregates whose events go to the dead letters until an operator unparks them.',
      read: () => countParked(connection, group),
    },
    {
      name: 'events_inbox_age_seconds',
      help: 'Seconds since the service last processed an event; NaN before the first.',
      async read() {
        const last = await lastProcessedAt(connection);
        return last === null ? NaN : secondsSince(last, now());
      },
    },
  ];
};

/** Metrics about the events of a service. */
export const eventGauges = (options: EventGaugesOptions): EventGauge[] =>
  options.listeners.length === 0
    ? outboxGauges(options)
    : [...outboxGauges(options), ...inboxGauges(options)];
