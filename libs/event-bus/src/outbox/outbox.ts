import { topicOf, type Envelope } from '@kumbuka/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { aggregateKey } from '../aggregate-key.ts';
import { prepareCollection } from '../prepare-collection.ts';

export interface OutboxRow {
  /** Event id, a UUID of version 7. */
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

interface OutboxLag {
  /** Number of unsent events. */
  waiting: number;
  /** Time of the oldest unsent event; `null` for none. */
  oldest: string | null;
}

export interface Outbox {
  /** Creates the collection and its indexes; call before the first append. */
  prepare(): Promise<void>;
  /** Adds events within the transaction of the change. */
  append(session: ClientSession, events: readonly Envelope[]): Promise<void>;
  /** Wakes the relay; call after the commit. */
  nudge(): void;
  /** Calls the listener at every nudge; the returned function stops it. */
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

/** Marks all stored events as unsent; consumers ignore those they have processed. */
export async function markAllUnsent(connection: Connection): Promise<void> {
  await rowsOf(connection).updateMany({ sent: true }, { $set: { sent: false, sentAt: null } });
}

/** Stores events in the transaction of their change, until 14 days after they were sent. */
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
