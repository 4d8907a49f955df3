import type { Envelope } from '@kumbuka/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { aggregateKey } from './aggregate-key.ts';
import { prepareCollection } from './prepare-collection.ts';

interface SeenRow {
  /** `group:eventId`. */
  _id: string;
  at: Date;
}

/** An aggregate that a group gave up on: its later events go to the dead letters until the row is removed. */
interface ParkedRow {
  /** `group:type:id` of the aggregate. */
  _id: string;
  group: string;
  /** `type:id`. */
  aggregate: string;
  eventId: string;
  topic: string;
  error: string;
  at: Date;
}

export interface Inbox {
  /** Makes the collections and their indexes; before the first event. */
  prepare(): Promise<void>;
  /** Those of the events that were not seen yet; marks them as seen within the transaction. */
  claim<Item extends { event: Envelope }>(items: readonly Item[], session: ClientSession): Promise<Item[]>;
  park(event: Envelope, topic: string, error: string): Promise<void>;
  /** Keys of those aggregates among the events that are parked. */
  parkedAmong(events: readonly Envelope[]): Promise<Set<string>>;
}

const keptSeconds = 30 * 24 * 3600;

/** Which events a group has worked off, and which aggregates it had to give up on. */
export function createInbox(connection: Connection, group: string): Inbox {
  const seen = () => connection.collection<SeenRow>('inbox');
  const parked = () => connection.collection<ParkedRow>('parked_aggregates');
  const seenId = ({ event }: { event: Envelope }) => `${group}:${event.id}`;
  const parkedId = (event: Envelope) => `${group}:${aggregateKey(event)}`;

  return {
    async prepare() {
      await prepareCollection(connection, 'inbox');
      await prepareCollection(connection, 'parked_aggregates');
      await seen().createIndex({ at: 1 }, { expireAfterSeconds: keptSeconds });
    },
    async claim(items, session) {
      const ids = items.map(seenId);
      const known = await seen()
        .find({ _id: { $in: ids } }, { session, projection: { _id: 1 } })
        .toArray();
      const done = new Set(known.map(({ _id }) => _id));
      const fresh = items.filter((item) => !done.has(seenId(item)) && done.add(seenId(item)));
      const at = new Date();
      const rows = fresh.map((item) => ({ _id: seenId(item), at }));
      if (rows.length > 0) await seen().insertMany(rows, { session });
      return fresh;
    },
    async park(event, topic, error) {
      const row = { group, aggregate: aggregateKey(event), eventId: event.id, topic, error, at: new Date() };
      await parked().updateOne({ _id: parkedId(event) }, { $setOnInsert: row }, { upsert: true });
    },
    async parkedAmong(events) {
      const ids = [...new Set(events.map(parkedId))];
      if (ids.length === 0) return new Set();
      const rows = await parked()
        .find({ _id: { $in: ids } }, { projection: { aggregate: 1 } })
        .toArray();
      return new Set(rows.map(({ aggregate }) => aggregate));
    },
  };
}
