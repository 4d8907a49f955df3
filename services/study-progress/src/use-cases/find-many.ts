import type { Principal } from '@kumbuka/identity';
import type { Card } from '../domain/card/card.ts';
import type { Deck } from '../domain/deck/deck.ts';
import type { Ports } from './ports.ts';

/** Returns items in the order of the ids; `null` for deleted, unknown or another learner's. */
function inOrderOf<Thing>(
  ids: readonly number[],
  things: readonly Thing[],
  idOf: (thing: Thing) => number,
): (Thing | null)[] {
  const byId = new Map(things.map((thing) => [idOf(thing), thing]));
  return ids.map((id) => byId.get(id) ?? null);
}

export const findDecks =
  ({ decks }: Pick<Ports, 'decks'>) =>
  async (ids: readonly number[], { userId }: Pick<Principal, 'userId'>): Promise<(Deck | null)[]> =>
    inOrderOf(ids, await decks.findMany(userId, ids), ({ deckId }) => deckId);

/** For internal callers, which check the owner themselves. */
export const listAllDecks =
  ({ decks }: Pick<Ports, 'decks'>) =>
  (ownerId: number): Promise<Deck[]> =>
    decks.findAll(ownerId);

export const findCards =
  ({ cards }: Pick<Ports, 'cards'>) =>
  async (ids: readonly number[], { userId }: Pick<Principal, 'userId'>): Promise<(Card | null)[]> =>
    inOrderOf(ids, await cards.findMany(userId, ids), ({ cardId }) => cardId);
