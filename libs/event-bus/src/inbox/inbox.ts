import type { Envelope } from '@kumbuka/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { isDuplicateKey } from '../duplicate-key.ts';
import { prepareCollection } from '../prepare-collection.ts';
import { createParkedAggregates, type ParkedAggregates } from './parked-aggregates.ts';

/** Mark of a processed event. */
interface ProcessedRow {
  /** `group:eventId`. */
  _id: string;
  at: Date;
}

interface Claimable {
  event: Envelope;
}

/** Aborts a transaction, because one of its events is already processed. */
export class AlreadyProcessed extends Error {
  readonly code = 'ALREADY_PROCESSED';

  constructor() {
    super('One of the events is already processed.');
    this.name = 'AlreadyProcessed';
  }
}

export interface Inbox extends ParkedAggregates {
  group: string;
  /** Creates the collections and indexes; call before the first event. */
  prepare(): Promise<void>;
  /** Marks events as processed within the transaction. Throws `AlreadyProcessed` when one already is. */
  claimAll(items: readonly Claimable[], session: ClientSession): Promise<void>;
  /** Returns the new events and marks them as processed within the transaction. */
  claimNew<Item extends Claimable>(items: readonly Item[], session: ClientSession): Promise<Item[]>;
}

const collectionName = 'inbox';
const rowsOf = (connection: Connection) => connection.collection<ProcessedRow>(collectionName);

/** Time of the last processed event; `null` before the first. */
export async function lastProcessedAt(connection: Connection): Promise<Date | null> {
  const newest = await rowsOf(connection).findOne({}, { sort: { at: -1 } });
  return newest?.at ?? null;
}

/** Restarts the retention of processed marks. */
export async function restartRetention(connection: Connection): Promise<void> {
  await rowsOf(connection).updateMany({}, { $set: { at: new Date() } });
}

/** Lifetime of a processed mark. */
export const keptSeconds = 30 * 24 * 3600;

/** Processed events and parked aggregates of a group. */
export function createInbox(connection: Connection, group: string): Inbox {
  const rows = () => rowsOf(connection);
  const parked = createParkedAggregates(connection, group);
  const idOf = ({ event }: Claimable) => `${group}:${event.id}`;

  async function markProcessed(ids: readonly string[], session: ClientSession) {
    const at = new Date();
    await rows().insertMany(
      ids.map((_id) => ({ _id, at })),
      { session },
    );
  }

  async function findProcessed(ids: string[], session: ClientSession): Promise<Set<string>> {
    const found = await rows()
      .find({ _id: { $in: ids } }, { session, projection: { _id: 1 } })
      .toArray();
    return new Set(found.map(({ _id }) => _id));
  }

  return {
    ...parked,
    group,
    async prepare() {
      await prepareCollection(connection, collectionName, [
        { key: { at: 1 }, expireAfterSeconds: keptSeconds },
      ]);
      await parked.prepare();
    },
    async claimAll(items, session) {
      const ids = new Set(items.map(idOf));
      if (ids.size < items.length) throw new AlreadyProcessed();
      await markProcessed([...ids], session).catch((error: unknown) => {
        throw isDuplicateKey(error) ? new AlreadyProcessed() : error;
      });
    },
    async claimNew(items, session) {
      const processed = await findProcessed(items.map(idOf), session);
      const claimed = new Map<string, (typeof items)[number]>();
      for (const item of items) {
        const id = idOf(item);
        if (!processed.has(id) && !claimed.has(id)) claimed.set(id, item);
      }
      if (claimed.size > 0) await markProcessed([...claimed.keys()], session);
      return [...claimed.values()];
    },
  };
}
