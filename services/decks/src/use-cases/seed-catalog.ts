import { newCard } from '../domain/card.ts';
import { chosenIds, unknownStarterDeck, type Catalog, type StarterDeck } from '../domain/catalog.ts';
import { newDeck, type Deck } from '../domain/deck.ts';
import { LimitReached } from '../domain/errors.ts';
import type { Fact } from '../domain/facts.ts';
import { takeDeckPlace } from './create-deck.ts';
import type { Asker, Transact } from './unit.ts';

interface Needs {
  transact: Transact;
  catalog: Catalog;
  nextDeckId(): Promise<number>;
  takeCardIds(count: number): Promise<number[]>;
  now(): Date;
}

export interface SeededDeck {
  deck: Deck;
  catalogId: number;
  /** False when the learner had it already. */
  made: boolean;
}

export interface Seeding {
  decks: SeededDeck[];
  errors: { catalogId: number; message: string }[];
}

type Outcome = SeededDeck | { catalogId: number; message: string };

/** Copies starter decks to a learner, each once: a repeat or a parallel call gets the copy that exists. */
export const seedCatalog = (needs: Needs) => {
  const copyOne = async (catalogId: number, asker: Asker): Promise<Outcome> => {
    const starter = needs.catalog.find(catalogId);
    if (!starter) return { catalogId, message: unknownStarterDeck };
    try {
      return await copyStarter(needs, starter, asker);
    } catch (error) {
      if (error instanceof LimitReached) return { catalogId, message: error.message };
      throw error;
    }
  };

  return async (catalogIds: readonly number[], asker: Asker): Promise<Seeding> => {
    const seeding: Seeding = { decks: [], errors: [] };
    for (const catalogId of chosenIds(catalogIds)) {
      const outcome = await copyOne(catalogId, asker);
      if ('deck' in outcome) seeding.decks.push(outcome);
      else seeding.errors.push(outcome);
    }
    return seeding;
  };
};

async function copyStarter(needs: Needs, starter: StarterDeck, { userId }: Asker): Promise<SeededDeck> {
  const copy = await copyOf(needs, starter, userId);
  return needs.transact(async (unit) => {
    const known = await unit.decks.findCopy(userId, starter.id);
    if (known) return { deck: known, catalogId: starter.id, made: false };
    await takeDeckPlace(unit, userId);
    await unit.decks.insert(copy.deck);
    await unit.cards.insert(copy.cards);
    await unit.tell(factsOf(copy));
    return { deck: copy.deck, catalogId: starter.id, made: true };
  });
}

async function copyOf({ nextDeckId, takeCardIds, now }: Needs, starter: StarterDeck, ownerId: number) {
  const [id, cardIds] = [await nextDeckId(), await takeCardIds(starter.cards.length)];
  const at = now();
  const deck = newDeck(starter, { id, ownerId, catalogId: starter.id, cardCount: cardIds.length, at });
  const cards = cardIds.flatMap((cardId, index) => {
    const sides = starter.cards[index];
    return sides ? [newCard(sides, { id: cardId, deckId: id, ownerId, at })] : [];
  });
  return { deck, cards };
}

const factsOf = ({ deck, cards }: Awaited<ReturnType<typeof copyOf>>): Fact[] => [
  { happened: 'deck-created', deck },
  ...cards.map((card): Fact => ({ happened: 'card-added', card })),
];
