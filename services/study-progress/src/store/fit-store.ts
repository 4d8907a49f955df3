import { defineCollection, field, isDuplicateKey, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type Connection } from 'mongoose';
import type { FitStore } from '../use-cases/ports.ts';

const fitCollection = defineCollection({
  model: 'WeightFit',
  name: 'weight-fits',
  fields: {
    _id: field.number,
    // Absent until the first attempt ends.
    at: Date,
    seq: Number,
    reviews: Number,
    // Absent while no process fits.
    leasedUntil: Date,
  },
});
type FitDocument = RowOf<typeof fitCollection>;

/** Longer than a fit may take. */
const leaseMs = 5 * 60_000;

const never = mongoose.trusted({ $exists: false });

/** Attempts to fit the weights of learners. */
export function createFitStore(connection: Connection): FitStore {
  const fits = fitCollection.on(connection);
  return {
    async findMany(ownerIds) {
      const rows = await fits.find({ _id: mongoose.trusted({ $in: [...ownerIds] }) }).lean<FitDocument[]>();
      return rows.flatMap(({ _id: ownerId, at, seq = 0, reviews = 0 }) =>
        at ? [{ ownerId, at, seq, reviews }] : [],
      );
    },
    async claim(ownerId, latest, now) {
      const isFree = [{ leasedUntil: never }, { leasedUntil: mongoose.trusted({ $lte: now }) }];
      const leasedUntil = new Date(now.getTime() + leaseMs);
      try {
        const { modifiedCount, upsertedCount } = await fits.updateOne(
          { _id: ownerId, at: latest?.at ?? never, $or: isFree },
          { $set: { leasedUntil } },
          { upsert: latest === null },
        );
        return modifiedCount + upsertedCount > 0;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async finish({ ownerId, ...attempt }) {
      await fits.updateOne({ _id: ownerId }, { $set: attempt, $unset: { leasedUntil: '' } });
    },
    async erase(ownerId) {
      await fits.deleteOne({ _id: ownerId });
    },
  };
}
