import mongoose, { Schema, type Connection, type Model } from 'mongoose';
import type { Costs } from '../use-cases/ports.ts';

interface CostRow {
  /** `day` for all learners, `day:ownerId` for one. */
  _id: string;
  day: string;
  ownerId: number | null;
  /** Tokens that were spent, and those that running calls may spend. */
  tokens: number;
  calls: number;
}

const schema = new Schema<CostRow>(
  {
    _id: { type: String, required: true },
    day: { type: String, required: true },
    ownerId: { type: Number, default: null },
    tokens: { type: Number, required: true },
    calls: { type: Number, required: true },
  },
  { collection: 'costs', versionKey: false, strict: 'throw' },
);
schema.index({ ownerId: 1, day: 1 });

const modelOf = (connection: Connection): Model<CostRow> =>
  connection.models['Cost'] ?? connection.model<CostRow>('Cost', schema);

export interface CostOptions {
  /** Tokens that all learners together may spend a day, in UTC. */
  tokensPerDay: number;
  now(): Date;
}

export interface CostStore extends Costs {
  removeAll(ownerId: number): Promise<void>;
}

/** What calls of a model cost by day, for all and for each learner; what may be spent is taken before the call. */
export function createCostStore(connection: Connection, { tokensPerDay, now }: CostOptions): CostStore {
  const costs = modelOf(connection);

  const add = (ownerId: number, day: string, tokens: number, calls: number) =>
    costs.updateOne(
      { _id: `${day}:${ownerId}` },
      { $inc: { tokens, calls }, $setOnInsert: { day, ownerId } },
      { upsert: true },
    );

  return {
    async take(ownerId, tokens) {
      const day = now().toISOString().slice(0, 10);
      const none = { day, ownerId: null, tokens: 0, calls: 0 };
      await costs.updateOne({ _id: day }, { $setOnInsert: none }, { upsert: true });
      const { matchedCount } = await costs.updateOne(
        { _id: day, tokens: mongoose.trusted({ $lte: tokensPerDay - tokens }) },
        { $inc: { tokens, calls: 1 } },
      );
      if (matchedCount === 0) return null;
      await add(ownerId, day, tokens, 1);
      return { ownerId, day };
    },
    async settle({ ownerId, day }, tokens) {
      await costs.updateOne({ _id: day }, { $inc: { tokens } });
      await add(ownerId, day, tokens, 0);
    },
    async removeAll(ownerId) {
      await costs.deleteMany({ ownerId });
    },
  };
}
