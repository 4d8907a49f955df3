import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { noSubscription, type Subscription } from '../domain/subscription.ts';
import type { SubscriptionStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Subscription',
  name: 'subscriptions',
  fields: {
    /** Id of the owner. */
    _id: field.number,
    periodEnd: field.dateOrNull,
    paymentId: field.textOrNull,
    isLapsed: field.flag,
    remindAt: field.dateOrNull,
    version: field.number,
  },
});
type SubscriptionRow = RowOf<typeof collection>;
const { schema } = collection;

schema.index({ isLapsed: 1, periodEnd: 1 });
// MongoDB uses a partial index only when the query repeats its filter.
const isDate = { $type: 'date' } as const;
schema.index({ remindAt: 1 }, { partialFilterExpression: { remindAt: isDate } });

const toSubscription = ({ _id, ...row }: SubscriptionRow): Subscription => ({ ownerId: _id, ...row });

/** Subscriptions in MongoDB; with a session, calls join its transaction. */
export function createSubscriptionStore(
  connection: Connection,
  session: ClientSession | null = null,
): SubscriptionStore {
  const subscriptions = collection.on(connection);
  const inSession = session ? { session } : {};

  return {
    async find(ownerId) {
      const row = await subscriptions.findById(ownerId).session(session).lean<SubscriptionRow>();
      return row ? toSubscription(row) : noSubscription(ownerId);
    },

    async save({ ownerId, ...subscription }) {
      await subscriptions.updateOne({ _id: ownerId }, { $set: subscription }, { ...inSession, upsert: true });
    },

    async listAfter(ownerId, limit) {
      const rows = await subscriptions
        .find({ _id: mongoose.trusted({ $gt: ownerId }) })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<SubscriptionRow[]>();
      return rows.map(toSubscription);
    },

    async listLapsed(before, limit) {
      const rows = await subscriptions
        .find({ isLapsed: false, periodEnd: mongoose.trusted({ $lte: before }) }, { _id: 1 })
        .limit(limit)
        .lean<SubscriptionRow[]>();
      return rows.map(({ _id }) => _id);
    },

    async listToRemind(at, limit) {
      const rows = await subscriptions
        .find({ remindAt: mongoose.trusted({ $lte: at, ...isDate }) }, { _id: 1 })
        .limit(limit)
        .lean<SubscriptionRow[]>();
      return rows.map(({ _id }) => _id);
    },

    async remove(ownerId) {
      await subscriptions.deleteOne({ _id: ownerId }, inSession);
    },
  };
}
