import type { Principal } from '@kumbuka/identity';
import { assertCardFits, newCard, newOnes, sizeOf, type AddedCard, type Card } from '../../domain/card.ts';
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

/** Cards that the deck does not have, with the same question and answer. */
const withoutRepeats = async (
  cards: CardStore,
  { userId }: Principal,
  deckId: number,
  made: readonly Card[],
) =>
  newOnes(
    made,
    await cards.findByFronts(
      userId,
      deckId,
      made.map(({ front }) => front),
    ),
  );

/**
 * Adds cards in their order, all or none, without those whose client ids exist. `skipsExisting` leaves out those that the
 * deck has already. Returns the deck.
 */
export const addCards =
  ({ transact, newCardIds, now }: Pick<Ports, 'transact' | 'newCardIds' | 'now'>) =>
  async (
    deckId: number,
    added: readonly AddedCard[],
    principal: Principal,
    skipsExisting = true,
  ): Promise<Deck> => {
    const { userId } = principal;
    const [ids, at] = [await newCardIds(added.length), now()];
    const made = added.flatMap((sides, index): Card[] => {
      const id = ids[index];
      return id === undefined ? [] : [newCard(sides, { id, deckId, ownerId: userId, at })];
    });
    return transact(async ({ decks, cards, record, rememberResponse }) => {
      const unsent = await withoutExisting(cards, userId, made);
      const missing = skipsExisting ? await withoutRepeats(cards, principal, deckId, unsent) : unsent;
      const deck = await decks.incrementSize(userId, deckId, sizeOf(missing));
      if (!deck) throw new DeckNotFound();
      if (missing.length > 0) assertCardFits(deck);
      if (missing.length > 0) await cards.insert(missing);
      record(cardsAdded(missing));
      return rememberResponse(deck);
    });
  };
