import type { ClientSession, Connection } from 'mongoose';

/** One kind of user data of a service. */
export interface UserRows {
  /** Name in the receipt; omitted for rows that need no count. */
  kind?: string;
  collection: string;
  /** Field with the user id. */
  owner: string;
  /** Filter on the user's rows, if not all are meant. */
  only?: Record<string, unknown>;
  /** Update for rows that remain; afterwards they must not identify a user. */
  change?: Record<string, unknown>;
}

const filterOf = ({ owner, only }: UserRows, userIds: readonly number[]) => ({
  ...only,
  [owner]: { $in: [...userIds] },
});

/** Rows with user data of a service, in any of its collections. */
export function createUserRows(connection: Connection) {
  const collectionOf = ({ collection }: UserRows) => connection.collection(collection);
  return {
    count: (rows: UserRows, userId: number) => collectionOf(rows).countDocuments(filterOf(rows, [userId])),

    /** Whether any row is left; avoids a transaction when none is. */
    hasSome: async (rows: UserRows, userIds: readonly number[]) =>
      (await collectionOf(rows).findOne(filterOf(rows, userIds), { projection: { _id: 1 } })) !== null,

    /** Deletes or changes at most `limit` rows of one kind; returns their number per user. */
    async removeSome(rows: UserRows, userIds: readonly number[], limit: number, session: ClientSession) {
      const { owner, change } = rows;
      const found = await collectionOf(rows)
        .find(filterOf(rows, userIds), { session, projection: { [owner]: 1 } })
        .limit(limit)
        .toArray();
      const byId = { _id: { $in: found.map(({ _id }) => _id) } };
      if (found.length === 0) return new Map<number, number>();
      if (change) await collectionOf(rows).updateMany(byId, change, { session });
      else await collectionOf(rows).deleteMany(byId, { session });
      const byUser = Map.groupBy(found, (row) => Number(row[owner]));
      return new Map([...byUser].map(([userId, { length }]) => [userId, length]));
    },
  };
}
