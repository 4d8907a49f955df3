import type { Idempotency, UserDeletion } from '@kumbuka/service-kit';
import type { ClientSession } from 'mongoose';
import type { TransactWithin } from '../use-cases/ports.ts';

interface Dependencies {
  within(session: ClientSession): TransactWithin;
  idempotency: Idempotency;
}

/** Deletes the data of users; the tombstone in the learner's row blocks later writes. */
export const userDeletion = ({ within, idempotency }: Dependencies): UserDeletion => ({
  rows: [
    {
      kind: 'progress',
      collection: 'projections',
      owner: 'ownerId',
      only: { kind: 'card', dueDay: { $gte: 0 } },
    },
    { collection: 'projections', owner: 'ownerId', only: { kind: { $ne: 'erased' } } },
    { kind: 'reviews', collection: 'reviews', owner: 'userId' },
    { collection: 'settings', owner: '_id' },
    { collection: 'reminders', owner: '_id' },
    { collection: 'weight-fits', owner: '_id' },
  ],
  markErased: (userIds, _at, session) =>
    within(session)(async (unit) => {
      for (const userId of userIds) await unit.studies.markErased(userId);
    }),
  finish: idempotency.forget,
});
