import type { Principal } from '@kumbuka/identity';
import { assertCardFits, newCard, sizeOf, type AddedCard, type Card } from '../../domain/card.ts';
import type { Deck } from '../../domain/deck.ts';
import { DeckNotFound } from '../../domain/errors.ts';
import { cardsAdded } from '../../domain/events.ts';
import type { CardStore, Ports } from '../ports.ts';

/** Cards whose client ids do not exist yet. */
async function withoutExisting(cards: CardStore, ownerId: number, made: readonly Card[]) {
  const clientIds = made.flatMap(({ clientId }) => clientId ?? []);
  const existing = new Set((await cards.findByClientIds(ownerId, clientIds)).map(({ clientId }) => clientId));
  return made.filter(({ clientId }) => clientId === undefined || !existing.has(clientId));
}

/** Adds cards in their order, all or none, without those whose client ids exist. Returns the deck. */
export const addCards =
  ({ transact, newCardIds, now }: Pick<Ports, 'transact' | 'newCardIds' | 'now'>) =>
  async (deckId: number, added: readonly AddedCard[], { userId }: Principal): Promise<Deck> => {
    const [ids, at] = [await newCardIds(added.length), now()];
    const made = added.flatMap((sides, index): Card[] => {
      const id = ids[index];
      return id === undefined ? [] : [newCard(sides, { id, deckId, ownerId: userId, at })];
    });
    return transact(async ({ decks, cards, record, rememberResponse }) => {
      const missing = await withoutExisting(cards, userId, made);
      const deck = await decks.incrementSize(userId, deckId, sizeOf(missing));
      if (!deck) throw new DeckNotFound();
      if (missing.length > 0) assertCardFits(deck);
      await cards.insert(missing);
      record(cardsAdded(missing));
      return rememberResponse(deck);
    });
  };
