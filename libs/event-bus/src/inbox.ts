import type { Envelope } from '@kumbuka/contracts';
import type { ClientSession, Connection } from 'mongoose';

interface SeenRow {
  /** `group:eventId`. */
  _id: string;
  at: Date;
}
interface ParkedRow {
  /** `group:type:id` of the aggregate. */
  _id: string;
  eventId: string;
  at: Date;
}

const keptSeconds = 30 * 24 * 3600;
const aggregateOf = ({ aggregate }: Envelope) => `${aggregate.type}:${aggregate.id}`;

export interface Inbox {
  prepare(): Promise<void>;
  /** Those of the events that were not seen yet; marks them as seen within the transaction. */
  claim<Item extends { event: Envelope }>(items: readonly Item[], session: ClientSession): Promise<Item[]>;
  park(event: Envelope): Promise<void>;
  isParked(event: Envelope): boolean;
}

/** Which events a group has worked off, and which aggregates it had to give up on. */
export function createInbox(connection: Connection, group: string): Inbox {
  const seen = () => connection.collection<SeenRow>('inbox');
  const parkedRows = () => connection.collection<ParkedRow>('parked_aggregates');
  const parked = new Set<string>();
  const idOf = ({ event }: { event: Envelope }) => `${group}:${event.id}`;
  const parkedId = (event: Envelope) => `${group}:${aggregateOf(event)}`;

  return {
    async prepare() {
      await connection.createCollection('inbox').catch(() => undefined);
      await seen().createIndex({ at: 1 }, { expireAfterSeconds: keptSeconds });
      const rows = await parkedRows().find({}).toArray();
      for (const { _id } of rows) parked.add(_id);
    },
    async claim(items, session) {
      const known = await seen()
        .find({ _id: { $in: items.map(idOf) } }, { session })
        .toArray();
      const done = new Set(known.map(({ _id }) => _id));
      const fresh = items.filter((item) => !done.has(idOf(item)) && done.add(idOf(item)));
      if (fresh.length > 0)
        await seen().insertMany(
          fresh.map((item) => ({ _id: idOf(item), at: new Date() })),
          { session },
        );
      return fresh;
    },
    async park(event) {
      parked.add(parkedId(event));
      await parkedRows().updateOne(
        { _id: parkedId(event) },
        { $setOnInsert: { eventId: event.id, at: new Date() } },
        { upsert: true },
      );
    },
    isParked: (event) => parked.has(parkedId(event)),
  };
}
