import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import type { DeletionKeyStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'DeletionKey',
  name: 'deletion_keys',
  fields: {
    _id: field.text,
    bodyMac: field.text,
    deletionId: field.text,
    forgottenAt: field.dateOrNull,
  },
});
type KeyRow = RowOf<typeof collection>;
const { schema } = collection;
schema.index({ deletionId: 1 });
schema.index({ forgottenAt: 1 }, { expireAfterSeconds: 24 * 3600 });

/** Idempotency-Keys of deletions in MongoDB; with a session, calls join its transaction. */
export function createDeletionKeyStore(
  connection: Connection,
  session: ClientSession | null = null,
): DeletionKeyStore {
  const keys = collection.on(connection);
  const inSession = session ? { session } : {};

  return {
    async find(key) {
      const row = await keys.findById(key).session(session).lean<KeyRow>();
      return row && { key, bodyMac: row.bodyMac, deletionId: row.deletionId };
    },

    async insert({ key, bodyMac, deletionId }) {
      await keys.create([{ _id: key, bodyMac, deletionId }], inSession);
    },

    async forgetLater(deletionId, at) {
      await keys.updateMany({ deletionId }, { $set: { forgottenAt: at } }, inSession);
    },
  };
}
