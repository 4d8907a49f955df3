import mongoose, { type Connection } from 'mongoose';
import type { DeckStore, StudiedDeck } from '../use-cases/ports.ts';
import { idOf, toDeck } from './documents.ts';
import { projectionCollection, type DeckDocument } from './projections.ts';

const counters = { _id: 0, deckId: 1, cards: 1, learned: 1, correct: 1, incorrect: 1, lastStudiedAt: 1 };

export function createDeckStore(connection: Connection): DeckStore {
  const decks = projectionCollection.kindOn('deck', connection);
  return {
    async findMany(ownerId, deckIds) {
      const ids = deckIds.map((id) => idOf.deck(ownerId, id));
      const rows = await decks.find({ _id: mongoose.trusted({ $in: ids }), ownerId }).lean<DeckDocument[]>();
      return rows.map(toDeck);
    },
    async findAll(ownerId) {
      const rows = await decks
        .find({ ownerId, deckId: mongoose.trusted({ $gte: 0 }) })
        .lean<DeckDocument[]>();
      return rows.map(toDeck);
    },
    findStudied: (ownerId) =>
      decks
        .find(
          { ownerId, deckId: mongoose.trusted({ $gte: 0 }), studied: mongoose.trusted({ $gt: 0 }) },
          counters,
        )
        .lean<StudiedDeck[]>()
        .exec(),
    findDue: (ownerId, today) =>
      decks
        .find({ ownerId, dueDay: mongoose.trusted({ $lte: today }) }, { _id: 0, deckId: 1, due: 1 })
        .lean<Pick<DeckDocument, 'deckId' | 'due'>[]>()
        .exec(),
  };
}
