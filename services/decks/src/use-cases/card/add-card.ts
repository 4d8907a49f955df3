import type { Principal } from '@kumbuka/identity';
import { assertCardFits, newCard, sizeOf, type AddedCard, type Card } from '../../domain/card.ts';
import { DeckNotFound } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';

/** Adds a card to a deck; a repeat with the same client id returns the existing card. */
export const addCard =
  ({ transact, newCardId, now }: Pick<Ports, 'transact' | 'newCardId' | 'now'>) =>
  async (deckId: number, added: AddedCard, { userId }: Principal): Promise<Card> => {
    const card = newCard(added, { id: await newCardId(), deckId, ownerId: userId, at: now() });
    return transact(async ({ decks, cards, record, rememberResponse }) => {
      const [existing] = await cards.findByClientIds(userId, card.clientId ? [card.clientId] : []);
      if (existing) return rememberResponse(existing);
      const deck = await decks.incrementSize(userId, deckId, sizeOf([card]));
      if (!deck) throw new DeckNotFound();
      assertCardFits(deck);
      await cards.insert([card]);
      record([{ type: 'card-added', card }]);
      return rememberResponse(card);
    });
  };
