import { eraseEach, type Idempotency, type UserDeletion } from '@kumbuka/service-kit';
import type { Connection } from 'mongoose';
import { createLearnerStore } from './learner-store.ts';
import { createPhoneStore } from './phone-store.ts';

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
  markErased: eraseEach((session) => ({
    async erase(userId, at) {
      await createLearnerStore(connection, session).erase(userId, at);
      await createPhoneStore(connection, session).disown(userId, at);
    },
  })),
  finish: forget,
});
