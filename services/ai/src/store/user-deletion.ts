import type { Idempotency, UserDeletion } from '@kumbuka/service-kit';
import type { Connection } from 'mongoose';
import { createLearnerStore } from './learner-store.ts';

/** Data of users that ai deletes; a tombstone stops new generations. */
export const userDeletion = (connection: Connection, { forget }: Idempotency): UserDeletion => ({
  rows: [
    { kind: 'generations', collection: 'generations', owner: 'ownerId' },
    { collection: 'quotas', owner: 'ownerId' },
    { collection: 'costs', owner: 'ownerId' },
  ],
  async markErased(userIds, at, session) {
    const learners = createLearnerStore(connection, session);
    for (const userId of userIds) await learners.erase(userId, at);
  },
  finish: forget,
});
