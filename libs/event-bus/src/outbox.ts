import { topicOf, type Envelope } from '@kumbuka/contracts';
import type { ClientSession, Connection } from 'mongoose';

export interface OutboxRow {
  /** Id of the event. */
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

export interface Outbox {
  /** Makes the collection and its indexes; before the first append. */
  prepare(): Promise<void>;
  /** Adds events within the transaction that changes the state. */
  append(session: ClientSession, events: readonly Envelope[]): Promise<void>;
  /** Wakes the relay; after the commit. */
  nudge(): void;
  onNudge(listener: () => void): void;
  collection(): ReturnType<typeof rowsOf>;
}

const keptSeconds = 14 * 24 * 3600;
const rowsOf = (connection: Connection) => connection.collection<OutboxRow>('outbox');

const rowOf = (event: Envelope): OutboxRow => ({
  _id: event.id,
  topic: topicOf(event.source),
  key: event.key,
  aggregate: `${event.aggregate.type}:${event.aggregate.id}`,
  ver: event.aggregate.version,
  event,
  sent: false,
  sentAt: null,
});

/** Events saved together with the state they tell of. */
export function createOutbox({ connection }: { connection: Connection }): Outbox {
  const listeners: (() => void)[] = [];
  return {
    async prepare() {
      const rows = rowsOf(connection);
      await connection.createCollection('outbox').catch(() => undefined);
      await rows.createIndex({ sent: 1, _id: 1 }, { partialFilterExpression: { sent: false } });
      await rows.createIndex({ aggregate: 1, ver: 1 }, { partialFilterExpression: { sent: false } });
      await rows.createIndex({ sentAt: 1 }, { expireAfterSeconds: keptSeconds });
    },
    async append(session, events) {
      if (events.length > 0) await rowsOf(connection).insertMany(events.map(rowOf), { session });
    },
    nudge: () => listeners.forEach((listener) => listener()),
    onNudge: (listener) => void listeners.push(listener),
    collection: () => rowsOf(connection),
  };
}
