import { editSides, type Card, type CardSides } from '../domain/card.ts';
import { FlashcardNotFound } from '../domain/errors.ts';
import type { Asker, Transact } from './unit.ts';

interface Needs {
  transact: Transact;
  now(): Date;
}

export const editCard =
  ({ transact, now }: Needs) =>
  async (id: number, sides: CardSides, { userId }: Asker): Promise<Card> =>
    transact(async ({ cards, tell }) => {
      const known = await cards.find(userId, id);
      if (!known) throw new FlashcardNotFound();
      const { card, changed } = editSides(known, sides, now());
      if (!changed) return card;
      await cards.save(card);
      await tell([{ happened: 'card-edited', card }]);
      return card;
    });
