import { Schema, type Connection, type Model } from 'mongoose';
import type { Statement } from '../domain/statement.ts';
import type { Statements, StatementStore } from '../use-cases/ports.ts';

interface StatementRow extends Statement {
  _id: string;
}

const schema = new Schema<StatementRow>(
  {
    _id: { type: String, required: true },
    page: { type: Number, required: true },
    dueAt: { type: Date, required: true },
    completeAt: { type: Date, required: true },
  },
  { collection: 'statements', versionKey: false, strict: 'throw' },
);

const modelOf = (connection: Connection): Model<StatementRow> =>
  connection.models['Statement'] ?? connection.model<StatementRow>('Statement', schema);

/** Progress in one of the provider's lists. */
function createStatementStore(connection: Connection, list: 'paid' | 'refunds'): StatementStore {
  const statements = modelOf(connection);
  const ofList = { _id: list };
  return {
    async find() {
      const row = await statements.findOne(ofList).lean<StatementRow>();
      return row && { page: row.page, dueAt: row.dueAt, completeAt: row.completeAt };
    },

    async save(before, after) {
      const { page, dueAt } = before;
      const saved = await statements.updateOne({ ...ofList, page, dueAt }, { $set: after });
      if (saved.matchedCount === 0)
        await statements.updateOne(ofList, { $setOnInsert: after }, { upsert: true });
    },

    async hasten(at) {
      // Also while a read is under way: its `save` then changes nothing, and the list is read again.
      await statements.updateOne(ofList, { $set: { dueAt: at } });
    },
  };
}

export const createStatements = (connection: Connection): Statements => ({
  paid: createStatementStore(connection, 'paid'),
  refunds: createStatementStore(connection, 'refunds'),
});
