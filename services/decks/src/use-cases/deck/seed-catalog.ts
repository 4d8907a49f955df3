import { sentenceIn, type Language } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { newCard, sizeOf } from '../../domain/card.ts';
import { cardLanguageOf, chosenIds, inLanguage, type StarterDeck } from '../../domain/catalog.ts';
import { newDeck, type Deck } from '../../domain/deck.ts';
import { LimitReached, StarterDeckNotFound } from '../../domain/errors.ts';
import { cardsAdded, type DomainEvent } from '../../domain/events.ts';
import { takeDeckPlace } from './create-deck.ts';
import type { Ports } from '../ports.ts';

export interface SeededDeck {
  deck: Deck;
  catalogId: number;
  /** False when the learner already had it. */
  made: boolean;
}

export interface RefusedDeck {
  catalogId: number;
  /** In the language of the learner. */
  message: string;
}

export interface Seeding {
  decks: SeededDeck[];
  errors: RefusedDeck[];
}

export type SeedPorts = Pick<Ports, 'catalog' | 'transact' | 'newDeckId' | 'newCardIds' | 'now'>;

type Outcome = SeededDeck | RefusedDeck;

/** Copies starter decks to a learner, each once, with texts in their language; a repeat or a parallel call returns the existing copy. */
export const seedCatalog = (ports: SeedPorts) => {
  const copyOne = async (
    catalogId: number,
    principal: Pick<Principal, 'userId'>,
    language: Language | null,
  ): Promise<Outcome> => {
    const starter = ports.catalog.find(catalogId);
    const refused = (error: Error) => ({ catalogId, message: sentenceIn(language, error) });
    if (!starter) return refused(new StarterDeckNotFound());
    try {
      return await copyStarter(ports, inLanguage(starter, language), principal);
    } catch (error) {
      if (error instanceof LimitReached) return refused(error);
      throw error;
    }
  };

  return async (
    catalogIds: readonly number[],
    principal: Pick<Principal, 'userId'>,
    language: Language | null,
  ): Promise<Seeding> => {
    const seeding: Seeding = { decks: [], errors: [] };
    for (const catalogId of chosenIds(catalogIds)) {
      const outcome = await copyOne(catalogId, principal, language);
      if ('deck' in outcome) seeding.decks.push(outcome);
      else seeding.errors.push(outcome);
    }
    return seeding;
  };
};

async function copyStarter(
  ports: SeedPorts,
  starter: StarterDeck,
  { userId }: Pick<Principal, 'userId'>,
): Promise<SeededDeck> {
  const copy = await copyOf(ports, starter, userId);
  return ports.transact(async (unit) => {
    const existing = await unit.decks.findCopy(userId, starter.id);
    if (existing) return { deck: existing, catalogId: starter.id, made: false };
    await takeDeckPlace(unit, userId);
    await unit.decks.insert(copy.deck);
    await unit.cards.insert(copy.cards);
    unit.record(eventsOf(copy));
    return { deck: copy.deck, catalogId: starter.id, made: true };
  });
}

async function copyOf({ newDeckId, newCardIds, now }: SeedPorts, starter: StarterDeck, ownerId: number) {
  const [id, cardIds] = [await newDeckId(), await newCardIds(starter.cards.length)];
  const at = now();
  const language = cardLanguageOf(starter);
  const fields = { ...starter, frontLanguage: language, backLanguage: language };
  const deck = newDeck(fields, { id, ownerId, catalogId: starter.id, ...sizeOf(starter.cards), at });
  const cards = cardIds.flatMap((cardId, index) => {
    const sides = starter.cards[index];
    return sides ? [newCard(sides, { id: cardId, deckId: id, ownerId, at })] : [];
  });
  return { deck, cards };
}

const eventsOf = ({ deck, cards }: Awaited<ReturnType<typeof copyOf>>): DomainEvent[] => [
  { type: 'deck-created', deck },
  ...cardsAdded(cards),
];
