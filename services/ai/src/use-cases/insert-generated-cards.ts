import type { Principal } from '@kumbuka/identity';
import { GenerationNotFound } from '../domain/errors.ts';
import {
  cardsToInsert,
  insertionInto,
  withInsertion,
  type CardText,
  type Generation,
} from '../domain/generation.ts';
import type { Ports } from './ports.ts';

export interface Inserted {
  generation: Generation;
  /** Number of cards that the generation added to the deck. */
  inserted: number;
  /** `null` for a preview. */
  deckId: number | null;
}

export interface InsertRequest {
  generationId: number;
  deckId: number;
  /** Chosen and edited cards; `null` inserts all as generated. */
  cards: readonly CardText[] | null;
}

type InsertPorts = Pick<Ports, 'decks' | 'transact' | 'now'>;

/** Decks inserts once, so a retry, also after a crash, gets the first response. */
export async function insertInto(
  { decks, transact, now }: InsertPorts,
  generation: Generation,
  deckId: number,
  chosen: readonly CardText[] | null,
): Promise<Inserted> {
  const earlier = insertionInto(generation, deckId);
  if (earlier) return { generation, inserted: earlier.inserted, deckId };
  const { id: generationId, ownerId } = generation;
  const cards = cardsToInsert(generation, chosen);
  const inserted = await decks.insert(deckId, { ownerId, generationId, cards });
  return transact(async ({ generations, rememberResponse }) => {
    const current = await generations.find(ownerId, generationId);
    if (!current) throw new GenerationNotFound();
    const noted = withInsertion(current, { deckId, inserted, at: now() });
    await generations.save(noted);
    return rememberResponse({ generation: noted, inserted, deckId });
  });
}

/** Inserts cards of a generation into a deck once; a retry returns the first result. */
export const insertGeneratedCards =
  (ports: InsertPorts & Pick<Ports, 'generations'>) =>
  async ({ generationId, deckId, cards }: InsertRequest, { userId }: Principal): Promise<Inserted> => {
    const generation = await ports.generations.find(userId, generationId);
    if (!generation) throw new GenerationNotFound();
    return insertInto(ports, generation, deckId, cards);
  };
