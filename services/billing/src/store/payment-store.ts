import { skipOf } from '@kumbuka/contracts';
import { insertRow, type Owned } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection, type QueryFilter } from 'mongoose';
import type { OwnedPayment, Payment, PaymentState } from '../domain/payment.ts';
import type { PaymentStore } from '../use-cases/ports.ts';
import {
  isDate,
  isText,
  latestFirst,
  paymentCollection,
  paymentsOfOwner,
  toPayment,
  toRow,
  type PaymentRow,
} from './payment-rows.ts';

const inStates = (states: readonly PaymentState[]) => mongoose.trusted({ $in: [...states] });
const pendingStates = ['created', 'sent'] as const;
/** A failed payment is checked as well, because money that arrives later still counts. */
const checkedStates = [...pendingStates, 'failed'] as const;

/** Payments in MongoDB; with a session, calls join its transaction. */
export function createPaymentStore(
  connection: Connection,
  session: ClientSession | null = null,
): PaymentStore {
  const payments = paymentCollection.on(connection);
  const inSession = session ? { session } : {};

  /** Without `sort` for a single payment, which would be sorted in memory. */
  const findRow = (filter: QueryFilter<PaymentRow>, sort: Partial<typeof latestFirst> = {}) =>
    payments.findOne(filter).sort(sort).session(session).lean<PaymentRow>();
  const findAny = async (filter: QueryFilter<PaymentRow>): Promise<Payment | null> => {
    const row = await findRow(filter);
    return row && toPayment(row);
  };
  const findOwned = async (
    filter: Owned<PaymentRow>,
    sort?: typeof latestFirst,
  ): Promise<OwnedPayment | null> => {
    const row = await findRow(filter, sort);
    return row && { ...toPayment(row), ownerId: filter.ownerId };
  };
  /** Lists payments of a learner, the latest first. */
  const listOwned = async (
    filter: Owned<PaymentRow>,
    window: { skip?: number; limit?: number } = {},
  ): Promise<OwnedPayment[]> => {
    const query = payments.find(filter, null, window).sort(latestFirst).hint(paymentsOfOwner);
    const rows = await query.session(session).lean<PaymentRow[]>();
    return rows.map((row) => ({ ...toPayment(row), ownerId: filter.ownerId }));
  };

  return {
    find: (ownerId, id) => findOwned({ _id: id, ownerId }),
    findOpen: (ownerId) => findOwned({ ownerId, state: inStates([...pendingStates, 'paid']) }, latestFirst),
    listSince: (ownerId, method, since) =>
      listOwned({ ownerId, method, createdAt: mongoose.trusted({ $gte: since }) }),
    page: (ownerId, page) => listOwned({ ownerId }, { skip: skipOf(page), limit: page.perPage }),

    async countMoneyWithoutOwner() {
      const unsettled = { ownerId: null, settledAt: null };
      const [paid, mismatched] = await Promise.all([
        payments.countDocuments({ ...unsettled, state: 'paid' }),
        payments.countDocuments({ ...unsettled, state: 'failed', failureReason: 'mismatch' }),
      ]);
      return paid + mismatched;
    },

    async findNamed(ownerId, name) {
      for (const field of ['apiRef', 'checkoutId', 'invoiceId'] as const) {
        const payment = await findOwned({ ownerId, [field]: name });
        if (payment) return payment;
      }
      return null;
    },

    findByRequest: (ownerId, requestId) => findOwned({ ownerId, requests: requestId }),

    async addRequest(id, requestId) {
      await payments.updateOne({ _id: id }, { $push: { requests: requestId } }, inSession);
    },

    findById: (id) => findAny({ _id: id }),
    findByReference: (apiRef) => findAny({ apiRef }),
    findByInvoice: (invoiceId) => findAny({ invoiceId: mongoose.trusted({ $eq: invoiceId, ...isText }) }),

    async listPaidInvoices(invoiceIds) {
      const rows = await payments
        .find(
          {
            invoiceId: mongoose.trusted({ $in: [...invoiceIds], ...isText }),
            state: inStates(['paid', 'confirmed']),
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

    async setNextCheck(id, at) {
      await payments.updateOne({ _id: id, state: inStates(checkedStates) }, { $set: { nextCheckAt: at } });
    },

    async oldestPendingAt() {
      const row = await payments
        .findOne({ state: inStates(pendingStates) }, { createdAt: 1 })
        .sort({ createdAt: 1 })
        .lean<Pick<PaymentRow, 'createdAt'>>();
      return row?.createdAt ?? null;
    },

    async listDue(at, limit) {
      const rows = await payments
        .find({
          nextCheckAt: mongoose.trusted({ $lte: at, ...isDate }),
          state: inStates(checkedStates),
        })
        .sort({ nextCheckAt: 1 })
        .hint({ nextCheckAt: 1 })
        .limit(limit)
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
