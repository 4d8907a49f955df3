import type { Month } from '@kumbuka/contracts';
import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { emptyQuota, type Quota } from '../domain/quota.ts';
import type { QuotaStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Quota',
  name: 'quotas',
  fields: {
    /** `ownerId:month`. */
    _id: field.text,
    ownerId: field.number,
    month: field.text,
    committed: field.number,
    reserved: { type: [Number], required: true },
    version: field.number,
  },
});
type QuotaRow = RowOf<typeof collection>;
collection.schema.index({ ownerId: 1, month: 1 });

const toQuota = ({ _id, ...quota }: QuotaRow): Quota => quota;

const idOf = (ownerId: number, month: Month) => `${ownerId}:${month}`;

/** Quotas in MongoDB, one row per learner and month; with a session, calls join its transaction. */
export function createQuotaStore(connection: Connection, session: ClientSession | null = null): QuotaStore {
  const quotas = collection.on(connection);
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

    async listAfter(ownerId, limit) {
      const rows = await quotas
        .find({ ownerId: mongoose.trusted({ $gt: ownerId }) })
        .sort({ ownerId: 1, month: 1 })
        .limit(limit)
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
