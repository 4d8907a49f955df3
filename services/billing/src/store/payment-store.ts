import { paymentFailureReasons, paymentMethods, skipOf } from '@kumbuka/contracts';
import { defineCollection, field, insertRow, type Owned, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection, type QueryFilter } from 'mongoose';
import { paymentStates, type OwnedPayment, type Payment } from '../domain/payment.ts';
import type { PaymentStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Payment',
  name: 'payments',
  fields: {
    _id: field.text,
    ownerId: field.numberOrNull,
    apiRef: field.text,
    // `repeatOf`, `phoneHash` and `callUntil` are missing in rows written before they existed.
    repeatOf: { type: { _id: false, id: field.text, apiRef: field.text }, default: null, required: false },
    amountCents: field.number,
    currency: field.text,
    method: field.oneOf(paymentMethods),
    phoneHash: { ...field.textOrNull, required: false },
    callUntil: { ...field.dateOrNull, required: false },
    state: field.oneOf(paymentStates),
    failureReason: { ...field.textOrNull, enum: paymentFailureReasons },
    checkoutId: field.textOrNull,
    checkoutSignature: field.textOrNull,
    checkoutUrl: field.textOrNull,
    invoiceId: field.textOrNull,
    steps: { type: [{ _id: false, state: field.oneOf(paymentStates), at: field.date }], required: true },
    receiptNumber: field.textOrNull,
    periodStart: field.dateOrNull,
    periodEnd: field.dateOrNull,
    createdAt: field.date,
    checksAsked: field.number,
    nextCheckAt: field.dateOrNull,
    version: field.number,
    /** When an operator returned money without an owner; written by hand, see the runbook. */
    settledAt: Date,
  },
});
type PaymentRow = RowOf<typeof collection>;
const { schema } = collection;

const latestFirst = { createdAt: -1, _id: -1 } as const;
const paymentsOfOwner = { ownerId: 1, ...latestFirst } as const;
// MongoDB uses a partial index only when the query repeats its filter; a value does not imply its type.
const isText = { $type: 'string' } as const;
const isDate = { $type: 'date' } as const;
const whenText = (field: string) => ({
  unique: true,
  partialFilterExpression: { [field]: isText },
});
schema.index(paymentsOfOwner);
schema.index({ ownerId: 1, state: 1, ...latestFirst });
schema.index({ state: 1, createdAt: 1 });
schema.index({ apiRef: 1 }, { unique: true });
// An invoice pays for one payment only.
schema.index({ invoiceId: 1 }, whenText('invoiceId'));
schema.index({ checkoutId: 1 }, whenText('checkoutId'));
schema.index({ nextCheckAt: 1 }, { partialFilterExpression: { nextCheckAt: isDate } });

function toRow({ id, checkout, period, checks, ...payment }: Payment): PaymentRow {
  return {
    _id: id,
    ...payment,
    checkoutId: checkout?.id ?? null,
    checkoutSignature: checkout?.signature ?? null,
    checkoutUrl: checkout?.url ?? null,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    checksAsked: checks.count,
    nextCheckAt: checks.nextAt,
  };
}

const checkoutOf = ({ checkoutId: id, checkoutSignature: signature, checkoutUrl: url }: PaymentRow) =>
  id === null || signature === null || url === null ? null : { id, signature, url };
const periodOf = ({ periodStart: start, periodEnd: end }: PaymentRow) =>
  start === null || end === null ? null : { start, end };

const originalOf = ({ repeatOf: original }: PaymentRow) =>
  original ? { id: original.id, apiRef: original.apiRef } : null;

const toPayment = (row: PaymentRow): Payment => ({
  id: row._id,
  ownerId: row.ownerId,
  apiRef: row.apiRef,
  repeatOf: originalOf(row),
  amountCents: row.amountCents,
  currency: row.currency,
  method: row.method,
  phoneHash: row.phoneHash ?? null,
  callUntil: row.callUntil ?? null,
  state: row.state,
  failureReason: row.failureReason,
  checkout: checkoutOf(row),
  invoiceId: row.invoiceId,
  steps: row.steps.map(({ state, at }) => ({ state, at })),
  receiptNumber: row.receiptNumber,
  period: periodOf(row),
  createdAt: row.createdAt,
  checks: { count: row.checksAsked, nextAt: row.nextCheckAt },
  version: row.version,
});

/** Payments in MongoDB; with a session, calls join its transaction. */
export function createPaymentStore(
  connection: Connection,
  session: ClientSession | null = null,
): PaymentStore {
  const payments = collection.on(connection);
  const inSession = session ? { session } : {};

  const ofOwner = async (ownerId: number, rows: Promise<PaymentRow[]>): Promise<OwnedPayment[]> =>
    (await rows).map((row) => ({ ...toPayment(row), ownerId }));
  /** A sort of one payment would be a sort in memory. */
  const findOwned = async (
    filter: Owned<PaymentRow>,
    sort: Partial<typeof latestFirst> = {},
  ): Promise<OwnedPayment | null> => {
    const row = await payments.findOne(filter).sort(sort).session(session).lean<PaymentRow>();
    return row && { ...toPayment(row), ownerId: filter.ownerId };
  };

  const findAny = async (filter: QueryFilter<PaymentRow>): Promise<Payment | null> => {
    const row = await payments.findOne(filter).session(session).lean<PaymentRow>();
    return row && toPayment(row);
  };

  return {
    find: (ownerId, id) => findOwned({ _id: id, ownerId }),
    findOpen: (ownerId) =>
      findOwned({ ownerId, state: mongoose.trusted({ $in: ['created', 'sent', 'paid'] }) }, latestFirst),

    listSince: (ownerId, method, since) =>
      ofOwner(
        ownerId,
        payments
          .find({ ownerId, method, createdAt: mongoose.trusted({ $gte: since }) })
          .sort(latestFirst)
          .hint(paymentsOfOwner)
          .session(session)
          .lean<PaymentRow[]>()
          .exec(),
      ),

    async countMoneyWithoutOwner() {
      const unsettled = { ownerId: null, settledAt: null };
      const [paid, mismatched] = await Promise.all([
        payments.countDocuments({ ...unsettled, state: 'paid' }),
        payments.countDocuments({ ...unsettled, state: 'failed', failureReason: 'mismatch' }),
      ]);
      return paid + mismatched;
    },

    page: (ownerId, page) =>
      ofOwner(
        ownerId,
        payments
          .find({ ownerId })
          .sort(latestFirst)
          .hint(paymentsOfOwner)
          .skip(skipOf(page))
          .limit(page.perPage)
          .lean<PaymentRow[]>()
          .exec(),
      ),

    async findNamed(ownerId, name) {
      for (const field of ['apiRef', 'checkoutId', 'invoiceId'] as const) {
        const payment = await findOwned({ ownerId, [field]: name });
        if (payment) return payment;
      }
      return null;
    },

    findAnybodys: (id) => findAny({ _id: id }),
    findByReference: (apiRef) => findAny({ apiRef }),
    findByInvoice: (invoiceId) => findAny({ invoiceId: mongoose.trusted({ $eq: invoiceId, ...isText }) }),

    async listPaidInvoices(invoiceIds) {
      const rows = await payments
        .find(
          {
            invoiceId: mongoose.trusted({ $in: [...invoiceIds], ...isText }),
            state: mongoose.trusted({ $in: ['paid', 'confirmed'] }),
          },
          { invoiceId: 1 },
        )
        .lean<Pick<PaymentRow, 'invoiceId'>[]>();
      return new Set(rows.flatMap(({ invoiceId }) => invoiceId ?? []));
    },

    async insert(payment) {
      await insertRow(payments, toRow(payment), inSession);
    },

    async save(payment) {
      const { _id, ...row } = toRow(payment);
      await payments.updateOne({ _id }, { $set: row }, inSession);
    },

    async hasten(id, at) {
      await payments.updateOne(
        { _id: id, state: mongoose.trusted({ $in: ['created', 'sent', 'failed'] }) },
        { $set: { nextCheckAt: at } },
      );
    },

    async oldestPendingAt() {
      const row = await payments
        .findOne({ state: mongoose.trusted({ $in: ['created', 'sent'] }) }, { createdAt: 1 })
        .sort({ createdAt: 1 })
        .lean<Pick<PaymentRow, 'createdAt'>>();
      return row?.createdAt ?? null;
    },

    async listDue(at, most) {
      const rows = await payments
        .find({
          nextCheckAt: mongoose.trusted({ $lte: at, ...isDate }),
          state: mongoose.trusted({ $in: ['created', 'sent', 'failed'] }),
        })
        .sort({ nextCheckAt: 1 })
        .limit(most)
        .lean<PaymentRow[]>();
      return rows.map(toPayment);
    },

    async claimCheck({ id, checks: before }, { checks: { count, nextAt } }) {
      const claimed = await payments.updateOne(
        { _id: id, nextCheckAt: before.nextAt },
        { $set: { checksAsked: count, nextCheckAt: nextAt } },
      );
      return claimed.modifiedCount === 1;
    },

    async claimCall({ id, callUntil }, until) {
      const claimed = await payments.updateOne(
        { _id: id, state: 'created', checkoutUrl: null, callUntil },
        { $set: { callUntil: until } },
      );
      return claimed.modifiedCount === 1;
    },

    async anonymise(ownerId) {
      await payments.updateMany({ ownerId }, { $set: { ownerId: null, checkoutUrl: null } });
    },
  };
}
