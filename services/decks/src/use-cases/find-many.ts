import type { Card } from '../domain/card.ts';
import type { Deck } from '../domain/deck.ts';
import type { Asker } from './unit.ts';

interface Needs {
  findDecks(ownerId: number, ids: readonly number[]): Promise<Deck[]>;
  findCards(ownerId: number, ids: readonly number[]): Promise<Card[]>;
}

/** Things in the order of their ids; null for those that are gone or another's. */
function inOrderOf<Thing extends { id: number }>(ids: readonly number[], things: readonly Thing[]) {
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  return ids.map((id) => byId.get(id) ?? null);
}

export const findDecks =
  ({ findDecks: find }: Pick<Needs, 'findDecks'>) =>
  async (ids: readonly number[], { userId }: Asker): Promise<(Deck | null)[]> =>
    inOrderOf(ids, await find(userId, ids));

export const findCards =
  ({ findCards: find }: Pick<Needs, 'findCards'>) =>
  async (ids: readonly number[], { userId }: Asker): Promise<(Card | null)[]> =>
    inOrderOf(ids, await find(userId, ids));
