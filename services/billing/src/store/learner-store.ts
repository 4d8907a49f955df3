import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { Usage } from '../domain/usage.ts';
import type { LearnerStore } from '../use-cases/ports.ts';

interface LearnerRow {
  _id: number;
  usage: (Usage & { version: number }) | null;
  erasedAt: Date | null;
}

const usage = new Schema<NonNullable<LearnerRow['usage']>>(
  {
    month: { type: String, required: true },
    used: { type: Number, required: true },
    limit: { type: Number, required: true },
    version: { type: Number, required: true },
  },
  { _id: false },
);
const schema = new Schema<LearnerRow>(
  {
    _id: { type: Number, required: true },
    usage: { type: usage, default: null },
    erasedAt: { type: Date, default: null },
  },
  { collection: 'learners', versionKey: false, strict: 'throw' },
);

const modelOf = (connection: Connection): Model<LearnerRow> =>
  connection.models['Learner'] ?? connection.model<LearnerRow>('Learner', schema);

/** What ai tells of each learner's month, and who is gone. */
export function createLearnerStore(
  connection: Connection,
  session: ClientSession | null = null,
): LearnerStore {
  const learners = modelOf(connection);

  return {
    async find(id) {
      const row = await learners.findById(id).session(session).lean<LearnerRow>();
      return { id, usage: row?.usage ?? null, erasedAt: row?.erasedAt ?? null };
    },

    async erase(id, at) {
      await learners.updateOne({ _id: id }, { $set: { usage: null, erasedAt: at } }, { upsert: true });
    },
  };
}
