import { defineCollection, field, insertRow, type RowOf } from '@kumbuka/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import type { Insertion } from '../domain/insertion.ts';
import type { InsertionStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Insertion',
  name: 'insertions',
  fields: {
    /** `generationId:deckId`. */
    _id: field.text,
    ownerId: field.number,
    cardIds: { type: [Number], required: true },
  },
});
collection.schema.index({ ownerId: 1 });

const idOf = ({ generationId, deckId }: Pick<Insertion, 'generationId' | 'deckId'>) =>
  `${generationId}:${deckId}`;

/** Records which generations were inserted into which decks. */
export function createInsertionStore(
  connection: Connection,
  session: ClientSession | null = null,
): InsertionStore {
  const insertions = collection.on(connection);
  const inSession = session ? { session } : {};

  return {
    async findCardIds(ownerId, generationId, deckId) {
      const row = await insertions
        .findOne({ _id: idOf({ generationId, deckId }), ownerId })
        .session(session)
        .lean<RowOf<typeof collection>>();
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
