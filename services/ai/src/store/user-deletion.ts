import { eraseEach, type Idempotency, type UserDeletion } from '@kumbuka/service-kit';
import type { Connection } from 'mongoose';
import { createLearnerStore } from './learner-store.ts';

/** Data of users that ai deletes; a tombstone stops new generations. */
export const userDeletion = (connection: Connection, { forget }: Idempotency): UserDeletion => ({
  rows: [
    { kind: 'generations', collection: 'generations', owner: 'ownerId' },
    { collection: 'quotas', owner: 'ownerId' },
    { collection: 'costs', owner: 'ownerId' },
  ],
  markErased: eraseEach((session) => createLearnerStore(connection, session)),
  finish: forget,
});
