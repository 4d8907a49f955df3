import { defineCollection, field, inTransaction, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { dayOf, type Budgets, type Cost, type DayCost, type LearnerCost, type Tier } from '../domain/cost.ts';
import type { Costs } from '../use-cases/ports.ts';
import { createLearnerStore } from './learner-store.ts';

const collection = defineCollection({
  model: 'Cost',
  name: 'costs',
  fields: {
    /** `day` for all free accounts, `day:subscribers` for all subscribers, `day:ownerId` for one learner. */
    _id: field.text,
    day: field.text,
    ownerId: field.numberOrNull,
    tokens: field.number,
    microDollars: field.number,
    calls: field.number,
  },
});
type CostRow = RowOf<typeof collection>;
const { schema } = collection;
schema.index({ ownerId: 1, day: 1 });
schema.index({ day: 1 });

const idOf = (day: string, ownerId: number) => `${day}:${ownerId}`;
const idOfAll = (day: string, tier: Tier) => (tier === 'free' ? day : `${day}:subscribers`);

const sums = {
  tokens: { $sum: '$tokens' },
  microDollars: { $sum: '$microDollars' },
  calls: { $sum: '$calls' },
};

export interface CostOptions {
  budgets: Budgets;
  now(): Date;
}

/**
 * Costs of model calls per UTC day, per tier and per learner. A call reserves its maximum cost first and settles the
 * difference afterwards. Failed generations cost no prompt, so learners have a token limit of their own.
 */
export function createCostStore(connection: Connection, { budgets, now }: CostOptions): Costs {
  const costs = collection.on(connection);

  type Kind = Pick<CostRow, '_id' | 'day' | 'ownerId'>;

  const insert = ({ _id, ...kind }: Kind, session: ClientSession | null = null) =>
    costs.updateOne(
      { _id },
      { $setOnInsert: { ...kind, tokens: 0, microDollars: 0, calls: 0 } },
      { ...(session && { session }), upsert: true },
    );

  /** Creates a learner's row of a day, unless the learner was erased: a model call may go on meanwhile. */
  async function open(kind: Kind & { ownerId: number }) {
    if (await costs.exists({ _id: kind._id })) return;
    await inTransaction(connection, async (session) => {
      if (await createLearnerStore(connection, session).lock(kind.ownerId)) await insert(kind, session);
    });
  }

  async function takeFrom(_id: string, maxTokens: number, { tokens, microDollars }: Cost) {
    const { matchedCount } = await costs.updateOne(
      { _id, tokens: mongoose.trusted({ $lte: maxTokens - tokens }) },
      { $inc: { tokens, microDollars, calls: 1 } },
    );
    return matchedCount === 1;
  }
  const change = (_id: string, { tokens, microDollars }: Cost, calls = 0) =>
    costs.updateOne({ _id }, { $inc: { tokens, microDollars, calls } });

  return {
    budgets,

    async take(ownerId, tier, cost) {
      const day = dayOf(now());
      const own = idOf(day, ownerId);
      const { perDay, perLearner } = budgets[tier];
      await open({ _id: own, day, ownerId });
      if (!(await takeFrom(own, perLearner, cost))) return null;
      const all = idOfAll(day, tier);
      await insert({ _id: all, day, ownerId: null });
      if (await takeFrom(all, perDay, cost)) return { ownerId, tier, day };
      await change(own, { tokens: -cost.tokens, microDollars: -cost.microDollars }, -1);
      return null;
    },

    async settle({ ownerId, tier, day }, cost) {
      await change(idOfAll(day, tier), cost);
      await change(idOf(day, ownerId), cost);
    },

    async tokensOn(day, tier) {
      const row = await costs.findById(idOfAll(day, tier)).lean<CostRow>();
      return row?.tokens ?? 0;
    },

    async listDays(from): Promise<DayCost[]> {
      const rows = await costs.aggregate<DayCost & { _id: string }>([
        { $match: { ownerId: null, day: { $gte: from } } },
        { $group: { _id: '$day', ...sums } },
        { $sort: { _id: 1 } },
      ]);
      return rows.map(({ _id: day, tokens, microDollars, calls }) => ({ day, tokens, microDollars, calls }));
    },

    async listDearest(from, limit) {
      const rows = await costs.aggregate<LearnerCost & { _id: number }>([
        { $match: { day: { $gte: from }, ownerId: { $ne: null } } },
        { $group: { _id: '$ownerId', ...sums } },
        // Without prices, tokens decide.
        { $sort: { microDollars: -1, tokens: -1, _id: 1 } },
        { $limit: limit },
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
