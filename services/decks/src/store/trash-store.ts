import { limits } from '@kumbuka/contracts';
import { defineCollection, field, insertRows, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { Trashed } from '../domain/trash.ts';
import type { TrashStore } from '../use-cases/ports.ts';

type Content = Pick<Trashed, 'deck' | 'cards' | 'notes'>;

const trashCollection = defineCollection({
  model: 'Trashed',
  name: 'trash',
  fields: {
    /** `deck:id:part` or `card:id:0`. */
    _id: field.text,
    ownerId: field.number,
    of: field.oneOf(['deck', 'card']),
    thingId: field.number,
    part: field.number,
    content: field.objectOf<Content>(),
    at: field.date,
  },
  minimize: false,
});
type TrashRow = RowOf<typeof trashCollection>;
trashCollection.schema.index({ ownerId: 1, of: 1, thingId: 1, part: 1 });
trashCollection.schema.index({ at: 1 }, { expireAfterSeconds: limits.restoreMinutes * 60 });

/** A document may have 16 MB; the texts of a deck have 4 MB, and its notes as much. */
const cardsOfPart = 500;

/** A deck is kept in parts: the first one has the deck. */
function rowsOf({ ownerId, of, id, deck, cards, notes, at }: Trashed): TrashRow[] {
  const parts = Math.max(1, Math.ceil(Math.max(cards.length, notes.length) / cardsOfPart));
  return Array.from({ length: parts }, (_, part) => {
    const [from, to] = [part * cardsOfPart, (part + 1) * cardsOfPart];
    const content: Content = {
      deck: part === 0 ? deck : null,
      cards: cards.slice(from, to),
      notes: notes.slice(from, to),
    };
    return { _id: `${of}:${id}:${part}`, ownerId, of, thingId: id, part, content, at };
  });
}

/** Deleted decks and cards in MongoDB until it removes them; with a session, calls join its transaction. */
export function createTrashStore(connection: Connection, session: ClientSession | null = null): TrashStore {
  const trash = trashCollection.on(connection);
  const inSession = session ? { session } : {};

  return {
    async keep(trashed) {
      await insertRows(trash, trashed.flatMap(rowsOf), inSession);
    },
    async take(ownerId, of, ids, since) {
      const filter = { ownerId, of, thingId: mongoose.trusted({ $in: [...ids] }) };
      const rows = await trash.find(filter).sort({ thingId: 1, part: 1 }).session(session).lean<TrashRow[]>();
      if (rows.length > 0) await trash.deleteMany(filter, inSession);
      // MongoDB removes what is over within a minute or later.
      return rows.filter(({ at }) => at >= since).map(({ content }) => content);
    },
    async removeAll(ownerId) {
      await trash.deleteMany({ ownerId });
    },
  };
}
