import { seedCatalog, type SeedPorts } from './seed-catalog.ts';

export interface SeededForUser {
  deckId: number;
  cards: number;
}

/** Starter decks for a demo user, dated in the past; each user gets other decks. */
export const seedDecks =
  (ports: SeedPorts) =>
  async (userId: number, count: number, at: Date): Promise<SeededForUser[]> => {
    const { decks: starters } = ports.catalog;
    const chosen = Array.from(
      { length: count },
      (_, index) => starters[(userId + index * 5) % starters.length]?.id ?? 0,
    );
    const { decks } = await seedCatalog({ ...ports, now: () => at })(chosen, { userId }, null);
    return decks.map(({ deck }) => ({ deckId: deck.id, cards: deck.cardCount }));
  };
