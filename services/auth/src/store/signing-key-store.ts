import { isDuplicateKey } from '@kumbuka/service-kit';
import { Schema, type Connection, type Model } from 'mongoose';
import type { StoredKey } from '../crypto/key-ring.ts';

interface KeyRow extends Omit<StoredKey, 'id'> {
  _id: string;
}

const schema = new Schema<KeyRow>(
  {
    _id: { type: String, required: true },
    generation: { type: Number, required: true },
    signsFrom: { type: Date, required: true },
    publicJwk: { type: Schema.Types.Mixed, required: true },
    sealedPrivateKey: { type: String, required: true },
  },
  { collection: 'signing_keys', versionKey: false, strict: 'throw' },
);
schema.index({ generation: 1 }, { unique: true });

const modelOf = (connection: Connection): Model<KeyRow> =>
  connection.models['SigningKey'] ?? connection.model<KeyRow>('SigningKey', schema);

/** The signing keys of MongoDB; private halves are there only sealed. */
export function createSigningKeyStore(connection: Connection) {
  const keys = modelOf(connection);
  return {
    async readAll(): Promise<StoredKey[]> {
      const rows = await keys.find().sort({ generation: -1 }).lean<KeyRow[]>();
      return rows.map(({ _id, publicJwk, ...row }) => ({ id: _id, publicJwk: publicJwk, ...row }));
    },

    /** Does nothing when another instance made this generation. */
    async insert({ id, ...key }: StoredKey): Promise<void> {
      await keys.collection.insertOne({ _id: id as never, ...key }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    },

    async remove(id: string): Promise<void> {
      await keys.deleteOne({ _id: id });
    },
  };
}
