import { assertCardFits, newCard, type Card, type CardSides } from '../domain/card.ts';
import { DeckNotFound } from '../domain/errors.ts';
import type { Asker, Transact } from './unit.ts';

interface Needs {
  transact: Transact;
  nextCardId(): Promise<number>;
  now(): Date;
}

export const addCard =
  ({ transact, nextCardId, now }: Needs) =>
  async (deckId: number, sides: CardSides, { userId }: Asker): Promise<Card> => {
    const card = newCard(sides, { id: await nextCardId(), deckId, ownerId: userId, at: now() });
    return transact(async ({ decks, cards, tell }) => {
      const deck = await decks.countCards(userId, deckId, 1);
      if (!deck) throw new DeckNotFound();
      assertCardFits(deck.cardCount);
      await cards.insert([card]);
      await tell([{ happened: 'card-added', card }]);
      return card;
    });
  };
