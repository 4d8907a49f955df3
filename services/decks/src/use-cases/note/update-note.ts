import type { Format } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { assertVersion } from '../../domain/errors.ts';
import { cardRemoved, cardsAdded, type DomainEvent } from '../../domain/events.ts';
import {
  addedCardsOf,
  isHeld,
  isSameContent,
  updateNote as decideUpdate,
  type Note,
  type NoteUpdate,
  type NoteWithCards,
} from '../../domain/note.ts';
import type { Ports } from '../ports.ts';
import { loadNote } from './load-note.ts';
import { resizeDecks } from '../resize-decks.ts';

type UpdatePorts = Pick<Ports, 'transact' | 'newCardIds' | 'now'>;

const eventsOf = ({ kept, removed }: NoteUpdate, at: Date): DomainEvent[] => [
  ...kept.flatMap(({ before, card }): DomainEvent[] =>
    card.version === before.version ? [] : [{ type: 'card-edited', card }],
  ),
  ...removed.map((card) => cardRemoved(card, at)),
];

/** A held note has the version of its card, so the card's version counts changes of tags as well. */
const withVersionOfNote = (update: NoteUpdate, note: Note): NoteUpdate =>
  isHeld(note)
    ? {
        ...update,
        kept: update.kept.map(({ before, card }) => ({
          before,
          card: { ...card, version: update.note.version, updatedAt: update.note.updatedAt },
        })),
      }
    : update;

/** New content of a note; tags and format that are left out stay. */
export interface NewContent {
  fields: readonly string[];
  tags?: readonly string[] | undefined;
  format?: Format | undefined;
}

/**
 * Replaces the content of a note and changes all its cards with it: new ones come, into the deck of the first card, and
 * those without a place in the new content go. A repeat of a change that was saved is no conflict.
 */
export const updateNote =
  ({ transact, newCardIds, now }: UpdatePorts) =>
  async (
    id: number,
    { fields, tags, format }: NewContent,
    { userId }: Principal,
    expectedVersion: number | null = null,
  ): Promise<NoteWithCards> =>
    transact(async (unit) => {
      const before = await loadNote(unit, userId, id);
      const content = { fields, tags: tags ?? before.note.tags, format: format ?? before.note.format };
      if (isSameContent(before.note, content)) return before;
      assertVersion(before.note, expectedVersion);
      const at = now();
      const update = withVersionOfNote(decideUpdate(before, content, at), before.note);
      const deckId = before.cards[0]?.deckId ?? 0;
      const ids = update.added.length > 0 ? await newCardIds(update.added.length) : [];
      const added = addedCardsOf(update, { ids, deckId, ownerId: userId, at });
      const cards = [...update.kept.map(({ card }) => card), ...added].toSorted(
        (a, b) => a.number - b.number,
      );
      await resizeDecks(unit, userId, before.cards, cards);
      await unit.cards.saveContents(update.kept.map(({ card }) => card));
      await unit.cards.removeMany(
        userId,
        update.removed.map(({ id: gone }) => gone),
      );
      await unit.cards.insert(added);
      if (!isHeld(before.note)) await unit.notes.save(update.note);
      unit.record([...eventsOf(update, at), ...cardsAdded(added)]);
      return { note: update.note, cards };
    });
