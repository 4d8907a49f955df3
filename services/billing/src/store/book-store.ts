import { plan } from '@kumbuka/contracts';
import mongoose, { type Connection } from 'mongoose';
import { confirmedAt, type Payment } from '../domain/payment.ts';
import { boundsOf, sumByDay, type Confirmed, type DayRange } from '../domain/revenue.ts';
import type { BookStore } from '../use-cases/ports.ts';
import {
  confirmedIndex,
  isText,
  latestConfirmed,
  paymentCollection,
  toPayment,
  type PaymentRow,
} from './payment-rows.ts';

const maxFound = 100;
const filledAtOnce = 500;

/** Payments of all learners as operators read them. */
export function createBookStore(connection: Connection): BookStore {
  const payments = paymentCollection.on(connection);
  const confirmedIn = (range: DayRange, zone: string) => {
    const { from, before } = boundsOf(range, zone);
    return {
      state: 'confirmed' as const,
      currency: plan.currency,
      confirmedAt: mongoose.trusted({ $gte: from, $lt: before }),
    };
  };
  const findAll = async (filter: object): Promise<Payment[]> =>
    (await payments.find(filter).limit(maxFound).lean<PaymentRow[]>()).map(toPayment);

  return {
    async revenueOn(range, zone) {
      const rows = await payments
        .find(confirmedIn(range, zone), { _id: 0, confirmedAt: 1, amountCents: 1 })
        .hint(confirmedIndex)
        .lean<Confirmed[]>();
      return sumByDay(range, zone, rows);
    },

    async listConfirmed(range, zone, limit, offset) {
      const rows = await payments
        .find(confirmedIn(range, zone))
        .sort(latestConfirmed)
        .hint(confirmedIndex)
        .skip(offset)
        .limit(limit)
        .lean<PaymentRow[]>();
      return rows.map(toPayment);
    },

    countConfirmed: (range, zone) =>
      payments.countDocuments(confirmedIn(range, zone)).hint(confirmedIndex).exec(),

    findByIds: (ids) => findAll({ _id: mongoose.trusted({ $in: [...ids] }) }),

    async findByText(text) {
      const named = mongoose.trusted({ $eq: text, ...isText });
      const found = await Promise.all([
        findAll({ _id: text }),
        findAll({ apiRef: text }),
        findAll({ invoiceId: named }),
        findAll({ checkoutId: named }),
        findAll({ receiptNumber: named }),
      ]);
      return found.flat();
    },

    async fillConfirmedAt() {
      const rows = await payments
        .find({ state: 'confirmed', confirmedAt: null })
        .hint(confirmedIndex)
        .limit(filledAtOnce)
        .lean<PaymentRow[]>();
      await payments.bulkWrite(
        rows.map(({ _id, createdAt, steps }) => ({
          updateOne: {
            filter: { _id },
            update: { $set: { confirmedAt: confirmedAt({ steps }) ?? createdAt } },
          },
        })),
      );
      return rows.length;
    },
  };
}
