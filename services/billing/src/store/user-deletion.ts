import type { Idempotency, UserDeletion } from '@kumbuka/service-kit';
import type { Connection } from 'mongoose';
import { createLearnerStore } from './learner-store.ts';

/** Deletes billing's data of users; payments stay in the books without an owner. */
export const userDeletion = (connection: Connection, { forget }: Idempotency): UserDeletion => ({
  rows: [
    {
      kind: 'paymentsAnonymised',
      collection: 'payments',
      owner: 'ownerId',
      change: { $set: { ownerId: null, checkoutUrl: null } },
    },
    { kind: 'subscriptions', collection: 'subscriptions', owner: '_id' },
    { collection: 'letters', owner: 'ownerId' },
  ],
  async markErased(userIds, at, session) {
    const learners = createLearnerStore(connection, session);
    for (const userId of userIds) await learners.erase(userId, at);
  },
  finish: forget,
});
