import { defineCollection, field, insertRow, isDuplicateKey, type RowOf } from '@kumbuka/service-kit';
import type { Connection } from 'mongoose';
import type { SigningKey } from '../domain/access/signing-key.ts';
import type { SigningKeyStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'SigningKey',
  name: 'signing_keys',
  fields: {
    _id: field.text,
    generation: field.number,
    signsFrom: field.date,
    revocationsBefore: field.number,
    publicJwk: field.objectOf<SigningKey['publicJwk']>(),
    sealedPrivateKey: field.text,
  },
});
collection.schema.index({ generation: 1 }, { unique: true });

/** Signing keys in MongoDB, with encrypted private halves. */
export function createSigningKeyStore(connection: Connection): SigningKeyStore {
  const keys = collection.on(connection);
  return {
    async readAll() {
      const rows = await keys.find().sort({ generation: -1 }).lean<RowOf<typeof collection>[]>();
      return rows.map(({ _id: id, ...row }) => ({ id, ...row }));
    },

    async insert({ id, ...key }) {
      await insertRow(keys, { _id: id, ...key }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    },

    async remove(id) {
      await keys.deleteOne({ _id: id });
    },
  };
}
