import type { ReplannedCard } from '@kumbuka/schedule';
import type { Owned } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { CardOutline } from '../domain/card/card.ts';
import type { CardStore, StudiedMemory } from '../use-cases/ports.ts';
import { idOf, toCard } from './documents.ts';
import { cardsIndex, cardsOfDeckIndex, projectionCollection, type CardDocument } from './projections.ts';

const outline = {
  _id: 0,
  cardId: 1,
  deckId: 1,
  stability: 1,
  lastDay: 1,
  dueDay: 1,
  suspended: 1,
  buriedUntil: 1,
};
/** Matches rows without the field, too. */
const notSuspended = { suspended: null };
const ofDeck = (deckId: number | undefined) => (deckId === undefined ? {} : { deckId });

export function createCardStore(connection: Connection, session: ClientSession | null = null): CardStore {
  const cards = projectionCollection.kindOn('card', connection);
  const outlinesOf = (filter: Owned<CardDocument>) =>
    cards.find(filter, outline).session(session).lean<CardOutline[]>();

  return {
    async findMany(ownerId, cardIds) {
      const ids = cardIds.map((id) => idOf.card(ownerId, id));
      const rows = await cards.find({ _id: mongoose.trusted({ $in: ids }), ownerId }).lean<CardDocument[]>();
      return rows.map(toCard);
    },
    async findStudied(ownerId, deckId) {
      const answered = mongoose.trusted({ $gte: 0 });
      const rows = await cards.find({ ownerId, ...ofDeck(deckId), dueDay: answered }).lean<CardDocument[]>();
      return rows.map(toCard).sort((a, b) => a.deckId - b.deckId || a.cardId - b.cardId);
    },
    findDue: (ownerId, today, deckId) =>
      outlinesOf({
        ownerId,
        ...ofDeck(deckId),
        dueDay: mongoose.trusted({ $lte: today }),
        ...notSuspended,
      }).exec(),
    async findMemories(ownerId, limit) {
      const filter = { ownerId, dueDay: mongoose.trusted({ $gte: 0 }), ...notSuspended };
      const rows = await cards
        .find(filter, { _id: 0, cardId: 1, deckId: 1, stability: 1, difficulty: 1, lastDay: 1, dueDay: 1 })
        .sort({ dueDay: 1, cardId: 1 })
        .hint(cardsIndex)
        .limit(limit)
        .lean<StudiedMemory[]>();
      const total = rows.length < limit ? rows.length : await cards.countDocuments(filter);
      return { cards: rows, total };
    },
    async findForgotten(ownerId, lapses, limit) {
      const filter = {
        ownerId,
        dueDay: mongoose.trusted({ $gte: 0 }),
        lapses: mongoose.trusted({ $gte: lapses }),
      };
      const rows = await cards
        .find(filter)
        .sort({ lapses: -1, cardId: 1 })
        .hint(cardsIndex)
        .limit(limit)
        .lean<CardDocument[]>();
      return rows.map(toCard);
    },
    findPlanned: (ownerId, limit) =>
      cards
        .find(
          { ownerId, dueDay: mongoose.trusted({ $gte: 0 }), ...notSuspended },
          { _id: 0, cardId: 1, deckId: 1, stability: 1, lastDay: 1, dueDay: 1 },
        )
        .sort({ dueDay: 1, cardId: 1 })
        .hint(cardsIndex)
        .limit(limit)
        .lean<ReplannedCard[]>()
        .exec(),
    findNew: (ownerId, today, limit, deckId) =>
      outlinesOf({
        ownerId,
        ...ofDeck(deckId),
        dueDay: null,
        ...notSuspended,
        buriedUntil: mongoose.trusted({ $not: { $gt: today } }),
      })
        .sort({ cardId: 1 })
        // Without the hint the planner may prefer to sort in memory.
        .hint(deckId === undefined ? cardsIndex : cardsOfDeckIndex)
        .limit(limit)
        .exec(),
    outlines: (ownerId, deckIds) =>
      outlinesOf({ ownerId, deckId: mongoose.trusted({ $in: [...deckIds] }) }).exec(),
  };
}
