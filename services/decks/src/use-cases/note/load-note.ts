import { NoteNotFound } from '../../domain/errors.ts';
import { noteHeldBy, type NoteWithCards } from '../../domain/note.ts';
import type { UnitOfWork } from '../ports.ts';

type Stores = Pick<UnitOfWork, 'cards' | 'notes'>;

/** Loads a note with its cards: a stored one, or the one that a card with this id holds. */
export async function loadNote(
  { cards, notes }: Stores,
  ownerId: number,
  id: number,
): Promise<NoteWithCards> {
  const [note] = await notes.findMany(ownerId, [id]);
  if (note) return { note, cards: await cards.ofNotes(ownerId, [id]) };
  const card = await cards.find(ownerId, id);
  if (!card || card.noteId !== null) throw new NoteNotFound();
  return { note: noteHeldBy(card), cards: [card] };
}
