import type { Principal } from '@kumbuka/identity';
import { assertCardFits, newCard, sizeOf, type Card, type CardSides } from '../../domain/card.ts';
import type { Deck } from '../../domain/deck.ts';
import { DeckNotFound } from '../../domain/errors.ts';
import type { DomainEvent } from '../../domain/events.ts';
import type { Ports } from '../ports.ts';

/** Adds cards in their order, all or none. Returns the deck. */
export const addCards =
  ({ transact, newCardIds, now }: Pick<Ports, 'transact' | 'newCardIds' | 'now'>) =>
  async (deckId: number, added: readonly CardSides[], { userId }: Principal): Promise<Deck> => {
    const [ids, at] = [await newCardIds(added.length), now()];
    const made = added.flatMap((sides, index): Card[] => {
      const id = ids[index];
      return id === undefined ? [] : [newCard(sides, { id, deckId, ownerId: userId, at })];
    });
    return transact(async ({ decks, cards, record, rememberResponse }) => {
      const deck = await decks.incrementSize(userId, deckId, sizeOf(made));
      if (!deck) throw new DeckNotFound();
      assertCardFits(deck);
      await cards.insert(made);
      record(made.map((card): DomainEvent => ({ type: 'card-added', card })));
      return rememberResponse(deck);
    });
  };
