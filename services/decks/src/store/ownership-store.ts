import type { CardOwner, DeckCounts, DeckOwner } from '@kumbuka/contracts';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { CardPlace, OwnedDeck, OwnershipStore } from '../use-cases/ports.ts';
import { cardCollection, cardsOfDeckIndex, oldestFirst, type CardRow } from './card-rows.ts';
import { deckCollection, type DeckRow } from './deck-rows.ts';

const toDeckOwner = ({ _id, ownerId, createdAt, version }: DeckRow): DeckOwner => ({
  deckId: _id,
  ownerId,
  createdAt: createdAt.toISOString(),
  deckVersion: version,
});
const toOwnedDeck = (row: DeckRow): OwnedDeck => ({
  ...toDeckOwner(row),
  progressVersion: row.progressVersion,
  catalogId: row.catalogId ?? null,
});

const toCardOwner = ({
  _id,
  deckId,
  ownerId,
  createdAt,
  version,
  suspended = false,
  noteId,
}: Omit<CardRow, 'front' | 'back'>): CardOwner => ({
  cardId: _id,
  deckId,
  ownerId,
  createdAt: createdAt.toISOString(),
  cardVersion: version,
  suspended,
  noteId: noteId ?? null,
});

function behind(after: CardPlace | null) {
  if (!after) return {};
  const { createdAt, cardId } = after;
  return {
    $or: [
      { createdAt: mongoose.trusted({ $gt: createdAt }) },
      { createdAt, _id: mongoose.trusted({ $gt: cardId }) },
    ],
  };
}

/** Ownership of decks and cards, read for other services. */
export function createOwnershipStore(
  connection: Connection,
  session: ClientSession | null = null,
): OwnershipStore {
  const decks = deckCollection.on(connection);
  const cards = cardCollection.on(connection);

  return {
    async findDeckOwner(id) {
      const row = await decks.findById(id, { ownerId: 1, createdAt: 1, version: 1 }).lean<DeckRow>();
      return row && toDeckOwner(row);
    },

    async listDecks(ownerId) {
      const fields = { ownerId: 1, createdAt: 1, version: 1, progressVersion: 1, catalogId: 1 };
      const rows = await decks.find({ ownerId }, fields).session(session).lean<DeckRow[]>();
      return rows.map(toOwnedDeck).toSorted((a, b) => a.deckId - b.deckId);
    },

    async countDecks(ownerIds) {
      const rows = await decks.aggregate<Omit<DeckCounts, 'userId'> & { _id: number }>([
        { $match: { ownerId: { $in: [...ownerIds] } } },
        { $group: { _id: '$ownerId', decks: { $sum: 1 }, cards: { $sum: '$cardCount' } } },
      ]);
      return rows.map(({ _id, ...counts }) => ({ userId: _id, ...counts }));
    },

    async findCardOwner(id) {
      const row = await cards.findById(id, { front: 0, back: 0 }).lean<CardRow>();
      return row && toCardOwner(row);
    },

    async listCards(ownerId, deckId, after, limit) {
      const rows = await cards
        .find({ ownerId, deckId, ...behind(after) }, { front: 0, back: 0 })
        .sort(oldestFirst)
        .hint(cardsOfDeckIndex)
        .limit(limit)
        .lean<CardRow[]>();
      return rows.map(toCardOwner);
    },
  };
}
