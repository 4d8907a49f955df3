import { defineCollection, field } from '@kumbuka/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { noUsers, type UserTotals } from '../domain/directory/user.ts';
import type { UserTotalsStore } from '../use-cases/ports.ts';
import { userCollection, type UserRow } from './user-rows.ts';

const collection = defineCollection({
  model: 'Totals',
  name: 'totals',
  fields: {
    _id: field.oneOf(['users']),
    users: field.number,
    verified: field.number,
    demo: field.number,
    verifiedDemo: field.number,
  },
});

/** Numbers of users in MongoDB; with a session every call is part of its transaction. */
export function createTotalsStore(
  connection: Connection,
  session: ClientSession | null = null,
): UserTotalsStore {
  const totals = collection.on(connection);
  const users = userCollection.on(connection);
  const inSession = session ? { session } : {};
  const countListed = (filter: Partial<UserRow>) =>
    users
      .countDocuments({ state: 'listed', ...filter })
      .session(session)
      .exec();

  return {
    find: async () => (await totals.findById('users', { _id: 0 }).lean<UserTotals>()) ?? noUsers,

    async add(change) {
      await totals.updateOne({ _id: 'users' }, { $inc: change }, { ...inSession, upsert: true });
    },

    async set(counted) {
      await totals.updateOne({ _id: 'users' }, { $set: counted }, { ...inSession, upsert: true });
    },

    async count() {
      return {
        users: await countListed({}),
        verified: await countListed({ isVerified: true }),
        demo: await countListed({ isDemo: true }),
        verifiedDemo: await countListed({ isDemo: true, isVerified: true }),
      };
    },
  };
}
