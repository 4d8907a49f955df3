import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import type { Connection } from 'mongoose';
import type { Statements, StatementStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Statement',
  name: 'statements',
  fields: { _id: field.text, page: field.number, dueAt: field.date, completeAt: field.date },
});

/** Progress in one of the provider's lists. */
function createStatementStore(connection: Connection, list: 'paid' | 'refunds'): StatementStore {
  const statements = collection.on(connection);
  const ofList = { _id: list };
  return {
    async find() {
      const row = await statements.findOne(ofList).lean<RowOf<typeof collection>>();
      return row && { page: row.page, dueAt: row.dueAt, completeAt: row.completeAt };
    },

    async save(before, after) {
      const { page, dueAt } = before;
      const saved = await statements.updateOne({ ...ofList, page, dueAt }, { $set: after });
      if (saved.matchedCount === 0)
        await statements.updateOne(ofList, { $setOnInsert: after }, { upsert: true });
    },

    async endPause(at) {
      // Also while a read is under way: its `save` then changes nothing, and the list is read again.
      await statements.updateOne(ofList, { $set: { dueAt: at } });
    },
  };
}

export const createStatements = (connection: Connection): Statements => ({
  paid: createStatementStore(connection, 'paid'),
  refunds: createStatementStore(connection, 'refunds'),
});
