import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { GeneratedCard, Generation, Insertion } from '../domain/generation.ts';
import { skipOf } from '../domain/listing.ts';
import type { GenerationStore } from '../use-cases/ports.ts';

interface GenerationRow extends Omit<Generation, 'id' | 'cards' | 'insertions'> {
  _id: number;
  cards: GeneratedCard[];
  insertions: Insertion[];
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
    expectedSeconds: { type: Number, required: true },
    title: { type: String, required: true },
    cards: [card],
    failure: { type: String, default: null },
    month: { type: String, required: true },
    insertions: [insertion],
    createdAt: { type: Date, required: true },
  },
  { collection: 'generations', versionKey: false, strict: 'throw' },
);
const latestFirst = { _id: -1 } as const;
const ofOwnerIndex = { ownerId: 1, ...latestFirst } as const;
schema.index(ofOwnerIndex);

const toGeneration = ({ _id, ...row }: GenerationRow): Generation => ({ id: _id, ...row });

const modelOf = (connection: Connection): Model<GenerationRow> =>
  connection.models['Generation'] ?? connection.model<GenerationRow>('Generation', schema);

/** The generations of MongoDB; with a session every call is part of its transaction. */
export function createGenerationStore(
  connection: Connection,
  session: ClientSession | null = null,
): GenerationStore {
  const generations = modelOf(connection);

  return {
    async find(ownerId, id) {
      const row = await generations.findOne({ _id: id, ownerId }).session(session).lean<GenerationRow>();
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

    async removeAll(ownerId) {
      await generations.deleteMany({ ownerId });
    },
  };
}
