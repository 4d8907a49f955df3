import { topicOf, type Envelope } from '@kumbuka/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { aggregateKey } from './aggregate-key.ts';
import { prepareCollection } from './prepare-collection.ts';

export interface OutboxRow {
  /** Id of the event, a UUID of version 7. */
  _id: string;
  topic: string;
  key: string;
  /** `type:id` of the aggregate. */
  aggregate: string;
  /** Version of the aggregate after the change. */
  ver: number;
  event: Envelope;
  sent: boolean;
  sentAt: Date | null;
}

export interface OutboxLag {
  /** Events that wait to be sent. */
  waiting: number;
  /** When the oldest of them happened; null when none waits. */
  oldest: string | null;
}

export interface Outbox {
  /** Makes the collection and its indexes; before the first append. */
  prepare(): Promise<void>;
  /** Adds events within the transaction that changes the state. */
  append(session: ClientSession, events: readonly Envelope[]): Promise<void>;
  /** Wakes the relay; after the commit. */
  nudge(): void;
  /** Calls the listener at every nudge, until the returned function is called. */
  onNudge(listener: () => void): () => void;
  lag(): Promise<OutboxLag>;
  collection(): OutboxCollection;
}
export type OutboxCollection = ReturnType<typeof rowsOf>;

const keptSeconds = 14 * 24 * 3600;
const rowsOf = (connection: Connection) => connection.collection<OutboxRow>('outbox');

const rowOf = (event: Envelope): OutboxRow => ({
  _id: event.id,
  topic: topicOf(event.source),
  key: event.key,
  aggregate: aggregateKey(event),
  ver: event.aggregate.version,
  event,
  sent: false,
  sentAt: null,
});

/** Marks every event that is kept as not sent yet; readers know those that they worked off. */
export async function sendAllAgain(connection: Connection): Promise<void> {
  await rowsOf(connection).updateMany({ sent: true }, { $set: { sent: false, sentAt: null } });
}

/** Events saved together with the state they tell of; kept 14 days after they were sent. */
export function createOutbox({ connection }: { connection: Connection }): Outbox {
  const listeners = new Set<() => void>();
  const rows = () => rowsOf(connection);
  return {
    async prepare() {
      await prepareCollection(connection, 'outbox', [
        { key: { sent: 1, _id: 1 }, partialFilterExpression: { sent: false } },
        { key: { aggregate: 1, ver: 1 }, partialFilterExpression: { sent: false } },
        { key: { sentAt: 1 }, expireAfterSeconds: keptSeconds },
      ]);
    },
    async append(session, events) {
      if (events.length > 0) await rows().insertMany(events.map(rowOf), { session });
    },
    nudge: () => listeners.forEach((listener) => listener()),
    onNudge(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async lag() {
      const waiting = await rows().countDocuments({ sent: false });
      const oldest = await rows().findOne({ sent: false }, { sort: { sent: 1, _id: 1 } });
      return { waiting, oldest: oldest?.event.occurredAt ?? null };
    },
    collection: rows,
  };
}
