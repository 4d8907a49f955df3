import { skipOf } from '@kumbuka/contracts';
import { insertRow } from '@kumbuka/service-kit';
import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { GeneratedCard, Generation, GenerationState, Insertion, Run } from '../domain/generation.ts';
import type { GenerationStore, RunStore } from '../use-cases/ports.ts';

interface GenerationRow extends Omit<Generation, 'id' | 'cards' | 'repeats' | 'insertions'> {
  _id: number;
  cards: GeneratedCard[];
  repeats: string[];
  insertions: Insertion[];
  /** Run that makes its cards. */
  runner: string;
  /** Raised while the runner is alive. */
  beat: number;
}

const card = {
  _id: false,
  id: { type: String, required: true },
  question: { type: String, required: true },
  answer: { type: String, required: true },
  source: { type: String, default: null },
  duplicateOf: { type: String, default: null },
};
const insertion = {
  _id: false,
  deckId: { type: Number, required: true },
  inserted: { type: Number, required: true },
  at: { type: Date, required: true },
};

const schema = new Schema<GenerationRow>(
  {
    _id: { type: Number, required: true },
    ownerId: { type: Number, required: true },
    state: { type: String, required: true },
    asked: { type: Number, required: true },
    provider: { type: String, required: true },
    isFallback: { type: Boolean, default: false },
    expectedSeconds: { type: Number, required: true },
    title: { type: String, required: true },
    cards: [card],
    repeats: [String],
    isCut: { type: Boolean, default: false },
    failure: { type: String, default: null },
    month: { type: String, required: true },
    insertions: [insertion],
    requestName: { type: String, default: null },
    createdAt: { type: Date, required: true },
    runner: { type: String, required: true },
    beat: { type: Number, required: true },
  },
  { collection: 'generations', versionKey: false, strict: 'throw' },
);
/** Limit of one read; further runs are listed once these have ended. */
const mostRunning = 1_000;
const latestFirst = { _id: -1 } as const;
const ofOwnerIndex = { ownerId: 1, ...latestFirst } as const;
schema.index(ofOwnerIndex);
const ofMonthIndex = { ownerId: 1, month: 1, ...latestFirst } as const;
schema.index(ofMonthIndex);
// MongoDB uses a partial index only when the query repeats its filter.
const isText = { $type: 'string' } as const;
schema.index({ ownerId: 1, requestName: 1 }, { partialFilterExpression: { requestName: isText } });
const running = { state: 'running' } as const;
schema.index({ state: 1 }, { partialFilterExpression: running });

/** Rows of former versions lack `isFallback`, `repeats` and `isCut`. */
const toGeneration = ({ _id: id, runner: _runner, beat: _beat, ...row }: GenerationRow): Generation => ({
  id,
  ...row,
  isFallback: row.isFallback ?? false,
  repeats: row.repeats ?? [],
  isCut: row.isCut ?? false,
});
const ofRun = ({ id, ownerId, runner }: Run) => ({ _id: id, ownerId, runner, ...running });

/** Rows of generations that used a prompt of a month; those of earlier releases lack `isFallback`. */
const countedStates: GenerationState[] = ['running', 'ready'];
const counted = (ownerId: number, month: string) => ({
  ownerId,
  month,
  state: mongoose.trusted({ $in: countedStates }),
  isFallback: mongoose.trusted({ $ne: true }),
});

const modelOf = (connection: Connection): Model<GenerationRow> =>
  connection.models['Generation'] ?? connection.model<GenerationRow>('Generation', schema);

/** Generations in MongoDB; with a session, calls join its transaction. */
export function createGenerationStore(
  connection: Connection,
  session: ClientSession | null = null,
): GenerationStore {
  const generations = modelOf(connection);
  const inSession = session ? { session } : {};

  return {
    async find(ownerId, id) {
      const row = await generations.findOne({ _id: id, ownerId }).session(session).lean<GenerationRow>();
      return row && toGeneration(row);
    },

    async findByRequest(ownerId, requestName) {
      const row = await generations
        .findOne({
          ownerId,
          requestName: mongoose.trusted({ $eq: requestName, ...isText }),
          state: mongoose.trusted({ $ne: 'failed' }),
        })
        .session(session)
        .lean<GenerationRow>();
      return row && toGeneration(row);
    },

    async page(ownerId, page) {
      const rows = await generations
        .find({ ownerId })
        .sort(latestFirst)
        .hint(ofOwnerIndex)
        .skip(skipOf(page))
        .limit(page.perPage)
        .lean<GenerationRow[]>();
      return rows.map(toGeneration);
    },

    count: async (ownerId) => generations.countDocuments({ ownerId }).hint(ofOwnerIndex).exec(),

    async pageOfMonth(ownerId, month, page) {
      const rows = await generations
        .find(counted(ownerId, month))
        .sort(latestFirst)
        .hint(ofMonthIndex)
        .skip(skipOf(page))
        .limit(page.perPage)
        .lean<GenerationRow[]>();
      return rows.map(toGeneration);
    },

    countOfMonth: async (ownerId, month) =>
      generations.countDocuments(counted(ownerId, month)).hint(ofMonthIndex).exec(),

    async insert({ id, cards, repeats, insertions, ...generation }, { runner }) {
      const lists = { cards: [...cards], repeats: [...repeats], insertions: [...insertions] };
      const row: GenerationRow = { _id: id, ...generation, ...lists, runner, beat: 0 };
      await insertRow(generations, row, inSession);
    },

    async save({ id, ownerId, state, cards, repeats, isCut, failure, insertions }) {
      const lists = { cards: [...cards], repeats: [...repeats], insertions: [...insertions] };
      await generations.updateOne(
        { _id: id, ownerId },
        { $set: { state, failure, isCut, ...lists } },
        inSession,
      );
    },

    async removeAll(ownerId) {
      await generations.deleteMany({ ownerId });
    },
  };
}

/** Runs of generations in MongoDB, in the rows of their generations; with a session, \`find\` joins its transaction. */
export function createRunStore(connection: Connection, session: ClientSession | null = null): RunStore {
  const generations = modelOf(connection);

  return {
    async find(run) {
      const row = await generations.findOne(ofRun(run)).session(session).lean<GenerationRow>();
      return row && toGeneration(row);
    },

    async addCard(run, added) {
      const { matchedCount } = await generations.updateOne(ofRun(run), {
        $push: { cards: added },
        $inc: { beat: 1 },
      });
      return matchedCount === 1;
    },

    async markFallback(run) {
      await generations.updateOne(ofRun(run), { $set: { provider: 'embedded', isFallback: true } });
    },

    async beat(run) {
      await generations.updateOne(ofRun(run), { $inc: { beat: 1 } });
    },

    async list() {
      const rows = await generations
        .find(running, { ownerId: 1, runner: 1, beat: 1 })
        .limit(mostRunning)
        .lean<Pick<GenerationRow, '_id' | 'ownerId' | 'runner' | 'beat'>[]>();
      return rows.map(({ _id, ...row }) => ({ id: _id, ...row }));
    },
  };
}
