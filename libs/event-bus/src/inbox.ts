import type { Envelope } from '@kumbuka/contracts';
import type { ClientSession, Connection, mongo } from 'mongoose';
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

interface Claimable {
  event: Envelope;
}

/** One of the events came before, which is rare; the transaction is lost. */
export class SeenBefore extends Error {
  readonly code = 'SEEN_BEFORE';

  constructor() {
    super('One of the events was seen before.');
    this.name = 'SeenBefore';
  }
}

export interface Inbox {
  group: string;
  /** Makes the collections and their indexes; before the first event. */
  prepare(): Promise<void>;
  /** Marks all events as seen within the transaction; throws SeenBefore when that is not true of all. */
  claimAll(items: readonly Claimable[], session: ClientSession): Promise<void>;
  /** Those of the events that were not seen yet; marks them as seen within the transaction. */
  claimNew<Item extends Claimable>(items: readonly Item[], session: ClientSession): Promise<Item[]>;
  park(event: Envelope, topic: string, error: string): Promise<void>;
  /**
   * Keys of those aggregates among the events that are parked. Within one generation of a group only this process
   * parks aggregates of its partitions, so what it knows is read anew in the next one.
   */
  parkedAmong(events: readonly Envelope[], generation: number): Promise<Set<string>>;
}

const isDuplicate = (error: unknown) => error instanceof Error && 'code' in error && error.code === 11000;
/** When the group marked an event last; null before the first. */
export async function lastSeenAt(connection: Connection): Promise<Date | null> {
  const newest = await connection.collection<SeenRow>('inbox').findOne({}, { sort: { at: -1 } });
  return newest?.at ?? null;
}

/** Aggregates that a group gave up on. */
export const countParked = (connection: Connection, group: string): Promise<number> =>
  connection.collection<ParkedRow>('parked_aggregates').countDocuments({ group });

export type ParkedAggregate = Pick<ParkedRow, 'aggregate' | 'eventId' | 'topic' | 'error' | 'at'>;

/** Those of the longest standing. */
export const listParked = (connection: Connection, group: string, most = 1_000): Promise<ParkedAggregate[]> =>
  connection.collection<ParkedRow>('parked_aggregates').find({ group }).sort({ at: 1 }).limit(most).toArray();

/** Lets events of the aggregate in again, or of all that the group gave up on; gives how many it was. */
export async function removeParked(
  connection: Connection,
  group: string,
  aggregate?: string,
): Promise<number> {
  const filter = aggregate === undefined ? { group } : { group, aggregate };
  const { deletedCount } = await connection.collection<ParkedRow>('parked_aggregates').deleteMany(filter);
  return deletedCount;
}

/** Keeps what was worked off for its full time from now on. */
export async function keepSeenFromNow(connection: Connection): Promise<void> {
  await connection.collection<SeenRow>('inbox').updateMany({}, { $set: { at: new Date() } });
}

const keptSeconds = 30 * 24 * 3600;

/** Which events a group has worked off, and which aggregates it had to give up on. */
export function createInbox(connection: Connection, group: string): Inbox {
  const seen = () => connection.collection<SeenRow>('inbox');
  const parked = () => connection.collection<ParkedRow>('parked_aggregates');
  let known: { generation: number; aggregates: Promise<Set<string>> } | null = null;
  const seenId = ({ event }: Claimable) => `${group}:${event.id}`;
  const parkedId = (event: Envelope) => `${group}:${aggregateKey(event)}`;

  async function mark(ids: readonly string[], session: ClientSession) {
    const at = new Date();
    await seen().insertMany(
      ids.map((_id) => ({ _id, at })),
      { session },
    );
  }

  async function parkedNow(filter: mongo.Filter<ParkedRow>): Promise<Set<string>> {
    const rows = await parked()
      .find(filter, { projection: { aggregate: 1 } })
      .toArray();
    return new Set(rows.map(({ aggregate }) => aggregate));
  }

  /** Read once in a generation, however many partitions ask at the same time. */
  function parkedIn(generation: number): Promise<Set<string>> {
    if (known?.generation === generation) return known.aggregates;
    const aggregates = parkedNow({ group });
    known = { generation, aggregates };
    aggregates.catch(() => (known = null));
    return aggregates;
  }

  return {
    group,
    async prepare() {
      await prepareCollection(connection, 'inbox', [{ key: { at: 1 }, expireAfterSeconds: keptSeconds }]);
      await prepareCollection(connection, 'parked_aggregates', [{ key: { group: 1 } }]);
    },
    async claimAll(items, session) {
      const ids = new Set(items.map(seenId));
      if (ids.size < items.length) throw new SeenBefore();
      await mark([...ids], session).catch((error: unknown) => {
        throw isDuplicate(error) ? new SeenBefore() : error;
      });
    },
    async claimNew(items, session) {
      const known = await seen()
        .find({ _id: { $in: items.map(seenId) } }, { session, projection: { _id: 1 } })
        .toArray();
      const done = new Set(known.map(({ _id }) => _id));
      const fresh = items.filter((item) => !done.has(seenId(item)) && done.add(seenId(item)));
      if (fresh.length > 0) await mark(fresh.map(seenId), session);
      return fresh;
    },
    async park(event, topic, error) {
      const row = { group, aggregate: aggregateKey(event), eventId: event.id, topic, error, at: new Date() };
      await parked().updateOne({ _id: parkedId(event) }, { $setOnInsert: row }, { upsert: true });
      (await known?.aggregates)?.add(row.aggregate);
    },
    async parkedAmong(events, generation) {
      const aggregates = await parkedIn(generation);
      const suspects = events.filter((event) => aggregates.has(aggregateKey(event)));
      if (suspects.length === 0) return new Set();
      const still = await parkedNow({ _id: { $in: [...new Set(suspects.map(parkedId))] } });
      for (const event of suspects)
        if (!still.has(aggregateKey(event))) aggregates.delete(aggregateKey(event));
      return still;
    },
  };
}
