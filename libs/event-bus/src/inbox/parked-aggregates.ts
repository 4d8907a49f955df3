import type { Envelope } from '@kumbuka/contracts';
import type { Connection, mongo } from 'mongoose';
import { aggregateKey } from '../aggregate-key.ts';
import { prepareCollection } from '../prepare-collection.ts';

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

const collectionName = 'parked_aggregates';
const rowsOf = (connection: Connection) => connection.collection<ParkedRow>(collectionName);

/** Number of parked aggregates of a group. */
export const countParked = (connection: Connection, group: string): Promise<number> =>
  rowsOf(connection).countDocuments({ group });

export type ParkedAggregate = Pick<ParkedRow, 'aggregate' | 'eventId' | 'topic' | 'error' | 'at'>;

/** Parked aggregates of a group, longest parked first. */
export const listParked = (
  connection: Connection,
  group: string,
  limit = 1_000,
): Promise<ParkedAggregate[]> => rowsOf(connection).find({ group }).sort({ at: 1 }).limit(limit).toArray();

/** Unparks an aggregate, or all of the group; returns their number. */
export async function removeParked(
  connection: Connection,
  group: string,
  aggregate?: string,
): Promise<number> {
  const filter = aggregate === undefined ? { group } : { group, aggregate };
  const { deletedCount } = await rowsOf(connection).deleteMany(filter);
  return deletedCount;
}

export interface ParkedAggregates {
  prepare(): Promise<void>;
  park(event: Envelope, topic: string, error: string): Promise<void>;
  /**
   * Keys of parked aggregates among the events. Within one generation only this process parks aggregates of
   * its partitions, so the list is cached per generation.
   */
  parkedAmong(events: readonly Envelope[], generation: number): Promise<Set<string>>;
}

/** Parked aggregates of a group. */
export function createParkedAggregates(connection: Connection, group: string): ParkedAggregates {
  const rows = () => rowsOf(connection);
  const idOf = (event: Envelope) => `${group}:${aggregateKey(event)}`;
  let cache: { generation: number; aggregates: Promise<Set<string>> } | null = null;

  async function findKeys(filter: mongo.Filter<ParkedRow>): Promise<Set<string>> {
    const found = await rows()
      .find(filter, { projection: { aggregate: 1 } })
      .toArray();
    return new Set(found.map(({ aggregate }) => aggregate));
  }

  /** Keys of all parked aggregates, read once per generation and shared by concurrent callers. */
  function keysIn(generation: number): Promise<Set<string>> {
    if (cache?.generation === generation) return cache.aggregates;
    const aggregates = findKeys({ group });
    cache = { generation, aggregates };
    aggregates.catch(() => (cache = null));
    return aggregates;
  }

  return {
    prepare: () => prepareCollection(connection, collectionName, [{ key: { group: 1, at: 1 } }]),
    async park(event, topic, error) {
      const row = { group, aggregate: aggregateKey(event), eventId: event.id, topic, error, at: new Date() };
      await rows().updateOne({ _id: idOf(event) }, { $setOnInsert: row }, { upsert: true });
      (await cache?.aggregates)?.add(row.aggregate);
    },
    async parkedAmong(events, generation) {
      const cached = await keysIn(generation);
      const suspects = events.filter((event) => cached.has(aggregateKey(event)));
      if (suspects.length === 0) return new Set();
      const parked = await findKeys({ _id: { $in: [...new Set(suspects.map(idOf))] } });
      for (const event of suspects) if (!parked.has(aggregateKey(event))) cached.delete(aggregateKey(event));
      return parked;
    },
  };
}
