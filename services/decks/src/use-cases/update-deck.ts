import { replaceFields, type Deck, type DeckFields } from '../domain/deck.ts';
import { DeckNotFound } from '../domain/errors.ts';
import type { Asker, Transact } from './unit.ts';

interface Needs {
  transact: Transact;
  now(): Date;
}

export const updateDeck =
  ({ transact, now }: Needs) =>
  async (id: number, fields: DeckFields, { userId }: Asker): Promise<Deck> =>
    transact(async ({ decks, tell }) => {
      const known = await decks.find(userId, id);
      if (!known) throw new DeckNotFound();
      const { deck, changed } = replaceFields(known, fields, now());
      if (changed.length === 0) return deck;
      await decks.save(deck);
      await tell([{ happened: 'deck-updated', deck, fields: changed }]);
      return deck;
    });
