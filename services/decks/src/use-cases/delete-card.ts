import type { Deck } from '../domain/deck.ts';
import { FlashcardNotFound } from '../domain/errors.ts';
import { cardRemovedFact } from '../domain/facts.ts';
import type { Asker, Transact } from './unit.ts';

interface Needs {
  transact: Transact;
  now(): Date;
}

/** Deletes a card and gives back its deck as it then is. */
export const deleteCard =
  ({ transact, now }: Needs) =>
  async (id: number, { userId }: Asker): Promise<Deck> =>
    transact(async ({ decks, cards, tell }) => {
      const card = await cards.remove(userId, id);
      const deck = card && (await decks.countCards(userId, card.deckId, -1));
      if (!deck) throw new FlashcardNotFound();
      await tell([cardRemovedFact(card, now())]);
      return deck;
    });
