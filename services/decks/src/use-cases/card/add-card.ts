import type { Principal } from '@kumbuka/identity';
import { assertCardFits, newCard, sizeOf, type Card, type CardSides } from '../../domain/card.ts';
import { DeckNotFound } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';

export const addCard =
  ({ transact, newCardId, now }: Pick<Ports, 'transact' | 'newCardId' | 'now'>) =>
  async (deckId: number, sides: CardSides, { userId }: Principal): Promise<Card> => {
    const card = newCard(sides, { id: await newCardId(), deckId, ownerId: userId, at: now() });
    return transact(async ({ decks, cards, record, rememberResponse }) => {
      const deck = await decks.incrementSize(userId, deckId, sizeOf([card]));
      if (!deck) throw new DeckNotFound();
      assertCardFits(deck);
      await cards.insert([card]);
      record([{ type: 'card-added', card }]);
      return rememberResponse(card);
    });
  };
