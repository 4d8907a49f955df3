import type { Principal } from '@kumbuka/identity';
import { replaceFields, type Deck, type WrittenDeck } from '../../domain/deck.ts';
import { assertVersion, DeckNotFound } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';

/** Replaces the fields of a deck. A repeat of a change that was saved is no conflict. */
export const updateDeck =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  async (
    id: number,
    fields: WrittenDeck,
    { userId }: Principal,
    expectedVersion: number | null = null,
  ): Promise<Deck> =>
    transact(async ({ decks, record }) => {
      const before = await decks.find(userId, id);
      if (!before) throw new DeckNotFound();
      const { deck, isChanged, changed } = replaceFields(before, fields, now());
      if (!isChanged) return deck;
      assertVersion(before, expectedVersion);
      await decks.save(deck);
      record([{ type: 'deck-updated', deck, fields: changed }]);
      return deck;
    });
