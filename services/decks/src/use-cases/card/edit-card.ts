import type { Principal } from '@kumbuka/identity';
import { editSides, type Card, type EditedSides } from '../../domain/card.ts';
import { assertVersion, CardStays, FlashcardNotFound } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';
import { resizeDecks } from '../resize-decks.ts';

/** Version and deck of the card as the caller read it. */
export interface EditedCard {
  version?: number | null | undefined;
  deckId?: number | undefined;
}

/** Replaces both sides of a card. A repeat of a change that was saved is no conflict. */
export const editCard =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  async (
    id: number,
    sides: EditedSides,
    { userId }: Principal,
    { version = null, deckId }: EditedCard = {},
  ): Promise<Card> =>
    transact(async ({ decks, cards, record }) => {
      const before = await cards.find(userId, id);
      if (!before) throw new FlashcardNotFound();
      if (deckId !== undefined && deckId !== before.deckId) throw new CardStays();
      const { card, changed } = editSides(before, sides, now());
      if (!changed) return card;
      assertVersion(before, version);
      await resizeDecks({ decks }, userId, [before], [card]);
      await cards.save(card);
      record([{ type: 'card-edited', card }]);
      return card;
    });
