import { generationFailures, generationProviders, skipOf } from '@kumbuka/contracts';
import { defineCollection, field, insertRow, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { generationStates, type Generation, type GenerationState, type Run } from '../domain/generation.ts';
import type { GenerationStore, RunStore } from '../use-cases/ports.ts';

const card = {
  _id: false,
  id: field.text,
  question: field.text,
  answer: field.text,
  source: field.textOrNull,
  duplicateOf: field.textOrNull,
} as const;
const insertion = { _id: false, deckId: field.number, inserted: field.number, at: field.date } as const;

const collection = defineCollection({
  model: 'Generation',
  name: 'generations',
  fields: {
    _id: field.number,
    ownerId: field.number,
    state: field.oneOf(generationStates),
    asked: field.number,
    provider: field.oneOf(generationProviders),
    isFallback: { type: Boolean, default: false },
    expectedSeconds: field.number,
    title: field.text,
    cards: [card],
    repeats: [String],
    isCut: { type: Boolean, default: false },
    failure: { ...field.textOrNull, enum: generationFailures },
    month: field.text,
    insertions: [insertion],
    requestName: field.textOrNull,
    createdAt: field.date,
    /** Run that makes its cards. */
    runner: field.text,
    /** Incremented while the runner is alive. */
    beat: field.number,
  },
});
const { schema } = collection;
type GenerationRow = RowOf<typeof collection>;

/** Limit of one read; further runs are listed once these have ended. */
const maxRunning = 1_000;
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

/** Generations in MongoDB; with a session, calls join its transaction. */
export function createGenerationStore(
  connection: Connection,
  session: ClientSession | null = null,
): GenerationStore {
  const generations = collection.on(connection);
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

/** Runs of generations in MongoDB, in the rows of their generations; with a session, `find` joins its transaction. */
export function createRunStore(connection: Connection, session: ClientSession | null = null): RunStore {
  const generations = collection.on(connection);

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
        .limit(maxRunning)
        .lean<Pick<GenerationRow, '_id' | 'ownerId' | 'runner' | 'beat'>[]>();
      return rows.map(({ _id, ...row }) => ({ id: _id, ...row }));
    },
  };
}
