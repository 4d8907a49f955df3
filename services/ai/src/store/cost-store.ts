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

const idOf = (day: string, ownerId: number) => `${day}:${ownerId}`;

const modelOf = (connection: Connection): Model<CostRow> =>
  connection.models['Cost'] ?? connection.model<CostRow>('Cost', schema);

export interface CostOptions {
  /** Tokens that all learners together may spend a day, in UTC. */
  tokensPerDay: number;
  /** Of those, what one learner may: failed generations cost no prompt, so that prompts alone bound nothing. */
  tokensPerLearner: number;
  now(): Date;
}

/** What calls of a model cost by day, for all and for each learner; what may be spent is taken before the call. */
export function createCostStore(connection: Connection, options: CostOptions): Costs {
  const { tokensPerDay, tokensPerLearner, now } = options;
  const costs = modelOf(connection);

  async function takeFrom(_id: string, of: Pick<CostRow, 'day' | 'ownerId'>, most: number, cost: Cost) {
    const { tokens, microDollars } = cost;
    const none = { ...of, tokens: 0, microDollars: 0, calls: 0 };
    await costs.updateOne({ _id }, { $setOnInsert: none }, { upsert: true });
    const { matchedCount } = await costs.updateOne(
      { _id, tokens: mongoose.trusted({ $lte: most - tokens }) },
      { $inc: { tokens, microDollars, calls: 1 } },
    );
    return matchedCount === 1;
  }
  const change = (_id: string, { tokens, microDollars }: Cost, calls = 0) =>
    costs.updateOne({ _id }, { $inc: { tokens, microDollars, calls } });

  return {
    async take(ownerId, cost) {
      const day = dayOf(now());
      const own = idOf(day, ownerId);
      if (!(await takeFrom(own, { day, ownerId }, tokensPerLearner, cost))) return null;
      if (await takeFrom(day, { day, ownerId: null }, tokensPerDay, cost)) return { ownerId, day };
      await change(own, { tokens: -cost.tokens, microDollars: -cost.microDollars }, -1);
      return null;
    },

    async settle({ ownerId, day }, cost) {
      await change(day, cost);
      await change(idOf(day, ownerId), cost);
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
