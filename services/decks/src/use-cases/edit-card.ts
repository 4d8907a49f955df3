import type { Principal } from '@kumbuka/identity';
import { editSides, type Card, type CardSides } from '../domain/card.ts';
import { FlashcardNotFound } from '../domain/errors.ts';
import type { Ports } from './ports.ts';

export const editCard =
  ({ transact, now }: Ports) =>
  async (id: number, sides: CardSides, { userId }: Principal): Promise<Card> =>
    transact(async ({ cards, record }) => {
      const known = await cards.find(userId, id);
      if (!known) throw new FlashcardNotFound();
      const { card, changed } = editSides(known, sides, now());
      if (!changed) return card;
      await cards.save(card);
      record([{ type: 'card-edited', card }]);
      return card;
    });
