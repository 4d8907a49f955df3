import { skipOf } from '@kumbuka/contracts';
import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { refundOutcomes, type Refund } from '../domain/refund.ts';
import type { RefundStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Refund',
  name: 'refunds',
  fields: {
    /** Id at the provider. */
    _id: field.text,
    invoiceId: field.textOrNull,
    paymentId: field.textOrNull,
    amountCents: field.numberOrNull,
    reason: { type: String, default: '' },
    status: { type: String, default: '' },
    foundAt: field.date,
    isOpen: field.flag,
    outcome: { ...field.textOrNull, enum: refundOutcomes },
    settledAt: field.dateOrNull,
  },
});
type RefundRow = RowOf<typeof collection>;
const { schema } = collection;
const latestFirst = { foundAt: -1, _id: -1 } as const;
schema.index({ isOpen: 1, ...latestFirst });
schema.index({ paymentId: 1, outcome: 1 });

const toRefund = ({ _id, outcome, settledAt, isOpen: _isOpen, ...row }: RefundRow): Refund => ({
  id: _id,
  ...row,
  settled: outcome && settledAt ? { outcome, at: settledAt } : null,
});

/** Notes about refunds in MongoDB; with a session, calls join its transaction. */
export function createRefundStore(connection: Connection, session: ClientSession | null = null): RefundStore {
  const refunds = collection.on(connection);
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
