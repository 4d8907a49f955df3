import type { Principal } from '@kumbuka/identity';
import type { Card } from '../domain/card.ts';
import type { Deck } from '../domain/deck.ts';
import type { Ports } from './ports.ts';

/** Returns items in the order of the ids; `null` for deleted or another learner's. */
function inOrderOf<Thing extends { id: number }>(ids: readonly number[], things: readonly Thing[]) {
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  return ids.map((id) => byId.get(id) ?? null);
}

export const findDecks =
  ({ decks }: Pick<Ports, 'decks'>) =>
  async (ids: readonly number[], { userId }: Principal): Promise<(Deck | null)[]> =>
    inOrderOf(ids, await decks.findMany(userId, ids));

export const findCards =
  ({ cards }: Pick<Ports, 'cards'>) =>
  async (ids: readonly number[], { userId }: Principal): Promise<(Card | null)[]> =>
    inOrderOf(ids, await cards.findMany(userId, ids));
