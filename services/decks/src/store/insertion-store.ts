import { insertRow } from '@kumbuka/service-kit';
import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { Insertion } from '../domain/insertion.ts';
import type { InsertionStore } from '../use-cases/ports.ts';

interface InsertionRow {
  /** `generationId:deckId`. */
  _id: string;
  ownerId: number;
  cardIds: number[];
}

const schema = new Schema<InsertionRow>(
  {
    _id: { type: String, required: true },
    ownerId: { type: Number, required: true },
    cardIds: { type: [Number], required: true },
  },
  { collection: 'insertions', versionKey: false, strict: 'throw' },
);
schema.index({ ownerId: 1 });

const idOf = ({ generationId, deckId }: Pick<Insertion, 'generationId' | 'deckId'>) =>
  `${generationId}:${deckId}`;

const modelOf = (connection: Connection): Model<InsertionRow> =>
  connection.models['Insertion'] ?? connection.model<InsertionRow>('Insertion', schema);

/** Records which generations were inserted into which decks. */
export function createInsertionStore(
  connection: Connection,
  session: ClientSession | null = null,
): InsertionStore {
  const insertions = modelOf(connection);
  const inSession = session ? { session } : {};

  return {
    async findCardIds(ownerId, generationId, deckId) {
      const row = await insertions
        .findOne({ _id: idOf({ generationId, deckId }), ownerId })
        .session(session)
        .lean<InsertionRow>();
      return row?.cardIds ?? null;
    },
    async insert({ cardIds, ownerId, ...of }) {
      await insertRow(insertions, { _id: idOf(of), ownerId, cardIds: [...cardIds] }, inSession);
    },
    async removeAll(ownerId) {
      await insertions.deleteMany({ ownerId });
    },
  };
}
