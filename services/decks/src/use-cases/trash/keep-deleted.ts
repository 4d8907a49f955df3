import type { Card } from '../../domain/card.ts';
import type { Deck } from '../../domain/deck.ts';
import type { UnitOfWork } from '../ports.ts';

type Kept = Pick<UnitOfWork, 'notes' | 'trash'>;

const noteIdsOf = (cards: readonly Card[]) => [...new Set(cards.flatMap(({ noteId }) => noteId ?? []))];

/** Keeps cards that are about to be deleted, with their notes. */
export async function keepCards({ notes, trash }: Kept, ownerId: number, cards: readonly Card[], at: Date) {
  const noteIds = noteIdsOf(cards);
  const found = noteIds.length === 0 ? [] : await notes.findMany(ownerId, noteIds);
  await trash.keep(
    cards.map((card) => ({
      ownerId,
      of: 'card' as const,
      id: card.id,
      deck: null,
      cards: [card],
      notes: found.filter(({ id }) => id === card.noteId),
      at,
    })),
  );
}

/** Keeps a deck that is about to be deleted, with its cards and their notes. */
export async function keepDeck(
  { cards, notes, trash }: Kept & Pick<UnitOfWork, 'cards'>,
  deck: Deck,
  noteIds: readonly number[],
  at: Date,
) {
  const { ownerId, id } = deck;
  const found = noteIds.length === 0 ? [] : await notes.findMany(ownerId, noteIds);
  const all = await cards.ofWholeDeck(ownerId, id);
  await trash.keep([{ ownerId, of: 'deck', id, deck, cards: all, notes: found, at }]);
}
