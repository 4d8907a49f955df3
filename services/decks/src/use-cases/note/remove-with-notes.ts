import type { UnitOfWork } from '../ports.ts';

type Stores = Pick<UnitOfWork, 'cards' | 'notes'>;

/** Removes the cards of stored notes, and the notes that have no card left. Concurrent removals conflict. */
export async function removeWithNotes(
  { cards, notes }: Stores,
  ownerId: number,
  noteIds: readonly (number | null)[],
  removeCards: () => Promise<void>,
): Promise<void> {
  const ids = [...new Set(noteIds)].filter((id) => id !== null);
  if (ids.length === 0) return removeCards();
  await notes.claim(ownerId, ids);
  await removeCards();
  const left = new Set((await cards.ofNotes(ownerId, ids)).map(({ noteId }) => noteId));
  await notes.removeMany(
    ownerId,
    ids.filter((id) => !left.has(id)),
  );
}
