import { skipOf } from '@kumbuka/contracts';
import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { Refund, RefundOutcome } from '../domain/refund.ts';
import type { RefundStore } from '../use-cases/ports.ts';

interface RefundRow extends Omit<Refund, 'id' | 'settled'> {
  /** Id at the provider. */
  _id: string;
  isOpen: boolean;
  outcome: RefundOutcome | null;
  settledAt: Date | null;
}

const schema = new Schema<RefundRow>(
  {
    _id: { type: String, required: true },
    invoiceId: { type: String, default: null },
    paymentId: { type: String, default: null },
    amountCents: { type: Number, default: null },
    reason: { type: String, default: '' },
    status: { type: String, default: '' },
    foundAt: { type: Date, required: true },
    isOpen: { type: Boolean, required: true },
    outcome: { type: String, default: null },
    settledAt: { type: Date, default: null },
  },
  { collection: 'refunds', versionKey: false, strict: 'throw' },
);
const latestFirst = { foundAt: -1, _id: -1 } as const;
schema.index({ isOpen: 1, ...latestFirst });
schema.index({ paymentId: 1, outcome: 1 });

const toRefund = ({ _id, outcome, settledAt, isOpen: _isOpen, ...row }: RefundRow): Refund => ({
  id: _id,
  ...row,
  settled: outcome && settledAt ? { outcome, at: settledAt } : null,
});

const modelOf = (connection: Connection): Model<RefundRow> =>
  connection.models['Refund'] ?? connection.model<RefundRow>('Refund', schema);

/** Notes about refunds in MongoDB; with a session, calls join its transaction. */
export function createRefundStore(connection: Connection, session: ClientSession | null = null): RefundStore {
  const refunds = modelOf(connection);
  const inSession = session ? { session } : {};
  return {
    async find(id) {
      const row = await refunds.findById(id).session(session).lean<RefundRow>();
      return row && toRefund(row);
    },

    async note({ id, ...entry }, paymentId, foundAt) {
      await refunds.updateOne(
        { _id: id },
        {
          $set: { ...entry, paymentId },
          $setOnInsert: { foundAt, isOpen: true, outcome: null, settledAt: null },
        },
        { ...inSession, upsert: true },
      );
    },

    async settle({ id, settled }) {
      await refunds.updateOne(
        { _id: id },
        { $set: { isOpen: false, outcome: settled?.outcome ?? null, settledAt: settled?.at ?? null } },
        inSession,
      );
    },

    async hasEnded(paymentId) {
      return (await refunds.exists({ paymentId, outcome: 'ended' }).session(session)) !== null;
    },

    async page(isOpen, page) {
      const rows = await refunds
        .find({ isOpen })
        .sort(latestFirst)
        .skip(skipOf(page))
        .limit(page.perPage)
        .lean<RefundRow[]>();
      return rows.map(toRefund);
    },

    count: (isOpen) => refunds.countDocuments({ isOpen }).exec(),
  };
}
