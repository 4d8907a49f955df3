import type { Month } from '@kumbuka/contracts';
import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { emptyQuota, type Quota } from '../domain/quota.ts';
import type { QuotaStore } from '../use-cases/ports.ts';

interface QuotaRow extends Omit<Quota, 'reserved'> {
  /** `ownerId:month`. */
  _id: string;
  reserved: number[];
}

const schema = new Schema<QuotaRow>(
  {
    _id: { type: String, required: true },
    ownerId: { type: Number, required: true },
    month: { type: String, required: true },
    committed: { type: Number, required: true },
    reserved: { type: [Number], required: true },
    version: { type: Number, required: true },
  },
  { collection: 'quotas', versionKey: false, strict: 'throw' },
);
schema.index({ ownerId: 1, month: 1 });

const toQuota = ({ _id, ...quota }: QuotaRow): Quota => quota;

const idOf = (ownerId: number, month: Month) => `${ownerId}:${month}`;

const modelOf = (connection: Connection): Model<QuotaRow> =>
  connection.models['Quota'] ?? connection.model<QuotaRow>('Quota', schema);

/** The ledger of each learner's months. */
export function createQuotaStore(connection: Connection, session: ClientSession | null = null): QuotaStore {
  const quotas = modelOf(connection);
  const inSession = session ? { session } : {};

  return {
    async find(ownerId, month) {
      const row = await quotas
        .findOne({ _id: idOf(ownerId, month), ownerId })
        .session(session)
        .lean<QuotaRow>();
      return row ? toQuota(row) : emptyQuota(ownerId, month);
    },

    async findLatest(ownerId) {
      const row = await quotas.findOne({ ownerId }).sort({ month: -1 }).session(session).lean<QuotaRow>();
      return row && toQuota(row);
    },

    async listAfter(ownerId, most) {
      const rows = await quotas
        .find({ ownerId: mongoose.trusted({ $gt: ownerId }) })
        .sort({ ownerId: 1, month: 1 })
        .limit(most)
        .lean<QuotaRow[]>();
      return rows.map(toQuota);
    },

    async save({ ownerId, month, committed, reserved, version }) {
      await quotas.updateOne(
        { _id: idOf(ownerId, month) },
        { $set: { ownerId, month, committed, reserved: [...reserved], version } },
        { ...inSession, upsert: true },
      );
    },

    async removeAll(ownerId) {
      await quotas.deleteMany({ ownerId });
    },
  };
}
