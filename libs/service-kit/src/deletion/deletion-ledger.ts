import type { DeletedOfUser, RowCounts } from '@kumbuka/contracts';
import { prepareCollection } from '@kumbuka/event-bus';
import type { ClientSession, Connection } from 'mongoose';

interface EntryRow {
  /** `deletionId:userId`. */
  _id: string;
  userId: number;
  counts: RowCounts;
  done: boolean;
  at: Date;
}

const keptSeconds = 30 * 24 * 3600;
const idOf = (deletionId: string, userId: number) => `${deletionId}:${userId}`;

/** Ledger of what a deletion removed per user, written in the transaction that removes it. */
export function createDeletionLedger(connection: Connection) {
  const rows = () => connection.collection<EntryRow>('deletion_steps');
  const idsOf = (deletionId: string, userIds: readonly number[]) => ({
    _id: { $in: userIds.map((userId) => idOf(deletionId, userId)) },
  });

  return {
    prepare: () =>
      prepareCollection(connection, 'deletion_steps', [{ key: { at: 1 }, expireAfterSeconds: keptSeconds }]),

    async find(deletionId: string, userIds: readonly number[]): Promise<DeletedOfUser[]> {
      const found = await rows().find(idsOf(deletionId, userIds)).toArray();
      return found.map(({ userId, counts, done }) => ({ userId, counts, done }));
    },

    /** Fails with a duplicate key when one of them is open already. */
    async open(
      deletionId: string,
      counts: ReadonlyMap<number, RowCounts>,
      at: Date,
      session: ClientSession,
    ): Promise<void> {
      const opened = [...counts].map(([userId, ofUser]) => ({
        _id: idOf(deletionId, userId),
        userId,
        counts: ofUser,
        done: false,
        at,
      }));
      await rows().insertMany(opened, { session });
    },

    /** Adds numbers of removed rows per user and kind. */
    async add(
      deletionId: string,
      kind: string,
      byUser: ReadonlyMap<number, number>,
      session: ClientSession,
    ): Promise<void> {
      const operations = [...byUser].map(([userId, count]) => ({
        updateOne: {
          filter: { _id: idOf(deletionId, userId) },
          update: { $inc: { [`counts.${kind}`]: count } },
        },
      }));
      await rows().bulkWrite(operations, { session });
    },

    async close(deletionId: string, userIds: readonly number[]): Promise<void> {
      await rows().updateMany(idsOf(deletionId, userIds), { $set: { done: true } });
    },
  };
}
