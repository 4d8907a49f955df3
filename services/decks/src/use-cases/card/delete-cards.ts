import type { Principal } from '@kumbuka/identity';
import { assertVersion } from '../../domain/errors.ts';
import { cardRemoved } from '../../domain/events.ts';
import { removeWithNotes } from '../note/remove-with-notes.ts';
import type { Ports } from '../ports.ts';
import { resizeDecks } from '../resize-decks.ts';
import { keepCards } from '../trash/keep-deleted.ts';

/** Card to delete. */
export interface DeletedCard {
  id: number;
  /** Version that the learner saw; `null` for any. */
  expectedVersion: number | null;
}

/**
 * Deletes the learner's cards, all or none. Cards that are gone already, or another learner's, are left out. Throws
 * `VersionConflict` when a card has another version than expected.
 */
export const deleteCards =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  async (deleted: readonly DeletedCard[], { userId }: Pick<Principal, 'userId'>): Promise<void> =>
    transact(async (unit) => {
      const expected = new Map(deleted.map(({ id, expectedVersion }) => [id, expectedVersion]));
      const gone = await unit.cards.findMany(userId, [...expected.keys()]);
      if (gone.length === 0) return;
      for (const card of gone) assertVersion(card, expected.get(card.id) ?? null);
      const at = now();
      await keepCards(unit, userId, gone, at);
      const noteIds = gone.map(({ noteId }) => noteId);
      await removeWithNotes(unit, userId, noteIds, () =>
        unit.cards.removeMany(
          userId,
          gone.map(({ id }) => id),
        ),
      );
      await resizeDecks(unit, userId, gone, []);
      unit.record(gone.map((card) => cardRemoved(card, at)));
    });
