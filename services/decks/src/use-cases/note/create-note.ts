import type { Principal } from '@kumbuka/identity';
import { cardsAdded } from '../../domain/events.ts';
import {
  isHeld,
  makeCards,
  newNote,
  noteHeldBy,
  type AddedNote,
  type NoteWithCards,
} from '../../domain/note.ts';
import type { Ports, UnitOfWork } from '../ports.ts';
import { resizeDecks } from '../resize-decks.ts';

async function findExisting(
  { notes, cards }: UnitOfWork,
  ownerId: number,
  clientId: string | undefined,
): Promise<NoteWithCards | null> {
  if (clientId === undefined) return null;
  const note = await notes.findByClientId(ownerId, clientId);
  if (note) return { note, cards: await cards.ofNotes(ownerId, [note.id]) };
  const [card] = await cards.findByClientIds(ownerId, [clientId]);
  return card ? { note: noteHeldBy(card), cards: [card] } : null;
}

/** Creates a note with its cards, all or none; a repeat with the same client id returns the existing note. */
export const createNote =
  ({ transact, newCardIds, now }: Pick<Ports, 'transact' | 'newCardIds' | 'now'>) =>
  async (deckId: number, added: AddedNote, { userId }: Principal): Promise<NoteWithCards> => {
    const made = makeCards(added.kind, added.fields);
    const origin = { ids: await newCardIds(made.length), deckId, ownerId: userId, at: now() };
    const created = newNote(added, made, origin);
    return transact(async (unit) => {
      const existing = await findExisting(unit, userId, added.clientId);
      if (existing) return unit.rememberResponse(existing);
      await resizeDecks(unit, userId, [], created.cards);
      await unit.cards.insert(created.cards);
      if (!isHeld(created.note)) await unit.notes.insert(created.note);
      unit.record(cardsAdded(created.cards));
      return unit.rememberResponse(created);
    });
  };
