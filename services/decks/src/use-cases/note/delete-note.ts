import type { Principal } from '@kumbuka/identity';
import { assertVersion } from '../../domain/errors.ts';
import { cardRemoved } from '../../domain/events.ts';
import type { Ports } from '../ports.ts';
import { loadNote } from './load-note.ts';
import { resizeDecks } from '../resize-decks.ts';
import { keepCards } from '../trash/keep-deleted.ts';

/** Deletes a note with all its cards. Throws `VersionConflict` when the note has another version than expected. */
export const deleteNote =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  async (id: number, { userId }: Principal, expectedVersion: number | null = null): Promise<void> =>
    transact(async (unit) => {
      const { note, cards } = await loadNote(unit, userId, id);
      assertVersion(note, expectedVersion);
      const at = now();
      await keepCards(unit, userId, cards, at);
      await resizeDecks(unit, userId, cards, []);
      await unit.cards.removeMany(
        userId,
        cards.map(({ id: cardId }) => cardId),
      );
      await unit.notes.removeMany(userId, [id]);
      unit.record(cards.map((card) => cardRemoved(card, at)));
    });
