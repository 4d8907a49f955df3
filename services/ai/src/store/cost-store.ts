import mongoose, { Schema, type Connection, type Model } from 'mongoose';
import { dayOf, type Cost, type DayCost, type LearnerCost } from '../domain/cost.ts';
import type { Costs } from '../use-cases/ports.ts';

interface CostRow extends Cost {
  /** `day` for all learners, `day:ownerId` for one. */
  _id: string;
  day: string;
  ownerId: number | null;
  /** Tokens and money that were spent, and those that running calls may spend. */
  calls: number;
}

const schema = new Schema<CostRow>(
  {
    _id: { type: String, required: true },
    day: { type: String, required: true },
    ownerId: { type: Number, default: null },
    tokens: { type: Number, required: true },
    microDollars: { type: Number, required: true },
    calls: { type: Number, required: true },
  },
  { collection: 'costs', versionKey: false, strict: 'throw' },
);
schema.index({ ownerId: 1, day: 1 });
schema.index({ day: 1 });

const modelOf = (connection: Connection): Model<CostRow> =>
  connection.models['Cost'] ?? connection.model<CostRow>('Cost', schema);

export interface CostOptions {
  /** Tokens that all learners together may spend a day, in UTC. */
  tokensPerDay: number;
  now(): Date;
}

/** What calls of a model cost by day, for all and for each learner; what may be spent is taken before the call. */
export function createCostStore(connection: Connection, { tokensPerDay, now }: CostOptions): Costs {
  const costs = modelOf(connection);

  const add = (ownerId: number, day: string, { tokens, microDollars }: Cost, calls: number) =>
    costs.updateOne(
      { _id: `${day}:${ownerId}` },
      { $inc: { tokens, microDollars, calls }, $setOnInsert: { day, ownerId } },
      { upsert: true },
    );

  return {
    async take(ownerId, cost) {
      const day = dayOf(now());
      const none = { day, ownerId: null, tokens: 0, microDollars: 0, calls: 0 };
      const { tokens, microDollars } = cost;
      await costs.updateOne({ _id: day }, { $setOnInsert: none }, { upsert: true });
      const { matchedCount } = await costs.updateOne(
        { _id: day, tokens: mongoose.trusted({ $lte: tokensPerDay - tokens }) },
        { $inc: { tokens, microDollars, calls: 1 } },
      );
      if (matchedCount === 0) return null;
      await add(ownerId, day, cost, 1);
      return { ownerId, day };
    },

    async settle({ ownerId, day }, { tokens, microDollars }) {
      await costs.updateOne({ _id: day }, { $inc: { tokens, microDollars } });
      await add(ownerId, day, { tokens, microDollars }, 0);
    },

    async tokensOn(day) {
      const row = await costs.findById(day).lean<CostRow>();
      return row?.tokens ?? 0;
    },

    async listDays(from): Promise<DayCost[]> {
      const rows = await costs
        .find({ ownerId: null, day: mongoose.trusted({ $gte: from }) })
        .sort({ day: 1 })
        .lean<CostRow[]>();
      return rows.map(({ day, tokens, microDollars, calls }) => ({ day, tokens, microDollars, calls }));
    },

    async listDearest(from, most) {
      const rows = await costs.aggregate<LearnerCost & { _id: number }>([
        { $match: { day: { $gte: from }, ownerId: { $ne: null } } },
        {
          $group: {
            _id: '$ownerId',
            tokens: { $sum: '$tokens' },
            microDollars: { $sum: '$microDollars' },
            calls: { $sum: '$calls' },
          },
        },
        // Where nothing has a price, tokens tell who spends the most.
        { $sort: { microDollars: -1, tokens: -1, _id: 1 } },
        { $limit: most },
      ]);
      return rows.map(({ _id: ownerId, tokens, microDollars, calls }) => ({
        ownerId,
        tokens,
        microDollars,
        calls,
      }));
    },

    async removeAll(ownerId) {
      await costs.deleteMany({ ownerId });
    },
  };
}
