import { insertRow, isDuplicateKey } from '@kumbuka/service-kit';
import { Schema, type Connection, type Model } from 'mongoose';
import type { SigningKey } from '../domain/access/signing-key.ts';
import type { SigningKeyStore } from '../use-cases/ports.ts';

interface KeyRow extends Omit<SigningKey, 'id' | 'revocationsBefore'> {
  _id: string;
  /** Missing in keys created while revocations still had a TTL. */
  revocationsBefore?: number;
}

const schema = new Schema<KeyRow>(
  {
    _id: { type: String, required: true },
    generation: { type: Number, required: true },
    signsFrom: { type: Date, required: true },
    revocationsBefore: Number,
    publicJwk: { type: Schema.Types.Mixed, required: true },
    sealedPrivateKey: { type: String, required: true },
  },
  { collection: 'signing_keys', versionKey: false, strict: 'throw' },
);
schema.index({ generation: 1 }, { unique: true });

const modelOf = (connection: Connection): Model<KeyRow> =>
  connection.models['SigningKey'] ?? connection.model<KeyRow>('SigningKey', schema);

/** Signing keys in MongoDB, with encrypted private halves. */
export function createSigningKeyStore(connection: Connection): SigningKeyStore {
  const keys = modelOf(connection);
  return {
    async readAll() {
      const rows = await keys.find().sort({ generation: -1 }).lean<KeyRow[]>();
      return rows.map(({ _id, ...row }) => ({
        id: _id,
        ...row,
        revocationsBefore: row.revocationsBefore ?? 0,
      }));
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
