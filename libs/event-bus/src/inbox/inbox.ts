import type { Envelope } from '@kumbuka/contracts';
import type { ClientSession, Connection, mongo } from 'mongoose';
import { aggregateKey } from '../aggregate-key.ts';
import { prepareCollection } from '../prepare-collection.ts';

interface SeenRow {
  /** `group:eventId`. */
  _id: string;
  at: Date;
}

/** Parked aggregate: its later events become dead letters until the row is removed. */
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

/** An event was processed before; the transaction is aborted. */
export class SeenBefore extends Error {
  readonly code = 'SEEN_BEFORE';

  constructor() {
    super('One of the events was seen before.');
    this.name = 'SeenBefore';
  }
}

export interface Inbox {
  group: string;
  /** Creates the collections and indexes; call before the first event. */
  prepare(): Promise<void>;
  /** Marks events as processed within the transaction. Throws `SeenBefore` when one already is. */
  claimAll(items: readonly Claimable[], session: ClientSession): Promise<void>;
  /** Returns the new events and marks them as processed within the transaction. */
  claimNew<Item extends Claimable>(items: readonly Item[], session: ClientSession): Promise<Item[]>;
  park(event: Envelope, topic: string, error: string): Promise<void>;
  /**
   * Keys of parked aggregates among the events. Within one generation only this process parks aggregates of
   * its partitions, so the list is cached per generation.
   */
  parkedAmong(events: readonly Envelope[], generation: number): Promise<Set<string>>;
}

const isDuplicate = (error: unknown) => error instanceof Error && 'code' in error && error.code === 11000;
/** Time of the last processed event; `null` before the first. */
export async function lastSeenAt(connection: Connection): Promise<Date | null> {
  const newest = await connection.collection<SeenRow>('inbox').findOne({}, { sort: { at: -1 } });
  return newest?.at ?? null;
}

/** Number of parked aggregates of a group. */
export const countParked = (connection: Connection, group: string): Promise<number> =>
  connection.collection<ParkedRow>('parked_aggregates').countDocuments({ group });

export type ParkedAggregate = Pick<ParkedRow, 'aggregate' | 'eventId' | 'topic' | 'error' | 'at'>;

/** Longest parked first. */
export const listParked = (connection: Connection, group: string, most = 1_000): Promise<ParkedAggregate[]> =>
  connection.collection<ParkedRow>('parked_aggregates').find({ group }).sort({ at: 1 }).limit(most).toArray();

/** Unparks an aggregate, or all of the group; returns their number. */
export async function removeParked(
  connection: Connection,
  group: string,
  aggregate?: string,
): Promise<number> {
  const filter = aggregate === undefined ? { group } : { group, aggregate };
  const { deletedCount } = await connection.collection<ParkedRow>('parked_aggregates').deleteMany(filter);
  return deletedCount;
}

/** Restarts the retention time of processed marks. */
export async function keepSeenFromNow(connection: Connection): Promise<void> {
  await connection.collection<SeenRow>('inbox').updateMany({}, { $set: { at: new Date() } });
}

const keptSeconds = 30 * 24 * 3600;

/** Processed events and parked aggregates of a group. */
export function createInbox(connection: Connection, group: string): Inbox {
  const seen = () => connection.collection<SeenRow>('inbox');
  const parked = () => connection.collection<ParkedRow>('parked_aggregates');
  let parkedCache: { generation: number; aggregates: Promise<Set<string>> } | null = null;
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

  /** Read once per generation, shared by concurrent callers. */
  function parkedIn(generation: number): Promise<Set<string>> {
    if (parkedCache?.generation === generation) return parkedCache.aggregates;
    const aggregates = parkedNow({ group });
    parkedCache = { generation, aggregates };
    aggregates.catch(() => (parkedCache = null));
    return aggregates;
  }

  return {
    group,
    async prepare() {
      await prepareCollection(connection, 'inbox', [{ key: { at: 1 }, expireAfterSeconds: keptSeconds }]);
      await prepareCollection(connection, 'parked_aggregates', [{ key: { group: 1, at: 1 } }]);
    },
    async claimAll(items, session) {
      const ids = new Set(items.map(seenId));
      if (ids.size < items.length) throw new SeenBefore();
      await mark([...ids], session).catch((error: unknown) => {
        throw isDuplicate(error) ? new SeenBefore() : error;
      });
    },
    async claimNew(items, session) {
      const processed = await seen()
        .find({ _id: { $in: items.map(seenId) } }, { session, projection: { _id: 1 } })
        .toArray();
      const done = new Set(processed.map(({ _id }) => _id));
      const fresh = items.filter((item) => !done.has(seenId(item)) && done.add(seenId(item)));
      if (fresh.length > 0) await mark(fresh.map(seenId), session);
      return fresh;
    },
    async park(event, topic, error) {
      const row = { group, aggregate: aggregateKey(event), eventId: event.id, topic, error, at: new Date() };
      await parked().updateOne({ _id: parkedId(event) }, { $setOnInsert: row }, { upsert: true });
      (await parkedCache?.aggregates)?.add(row.aggregate);
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
