import type { Principal } from '@kumbuka/identity';
import type { Card } from '../../domain/card.ts';
import type { Note, NoteWithCards } from '../../domain/note.ts';
import type { Ports } from '../ports.ts';
import { loadNote } from './load-note.ts';

export const readNote =
  (ports: Pick<Ports, 'cards' | 'notes'>) =>
  (id: number, { userId }: Principal): Promise<NoteWithCards> =>
    loadNote(ports, userId, id);

/** Stored notes in the order of the ids; `null` for deleted ones. */
export const findNotes =
  ({ notes }: Pick<Ports, 'notes'>) =>
  async (ids: readonly number[], { userId }: Principal): Promise<(Note | null)[]> => {
    const byId = new Map((await notes.findMany(userId, ids)).map((note) => [note.id, note]));
    return ids.map((id) => byId.get(id) ?? null);
  };

/** Cards of each stored note, by number. */
export const findCardsOfNotes =
  ({ cards }: Pick<Ports, 'cards'>) =>
  async (ids: readonly number[], { userId }: Principal): Promise<Card[][]> => {
    const ofNote = Map.groupBy(await cards.ofNotes(userId, ids), ({ noteId }) => noteId);
    return ids.map((id) => ofNote.get(id) ?? []);
  };
