import mongoose from 'mongoose';
import type { DeckWithCards, Learner } from './learner.ts';
import { mongoUriOf, runCommand, type Product } from './product.ts';

/** Start of ids that no allocator reaches. */
const firstId = 1_000_000_000;

async function rebuild(dataDir: string, service: string, userId: number) {
  const { code } = await runCommand(dataDir, 'rebuild', service, '--user', String(userId), '--swap');
  if (code !== 0) throw new Error(`${service} was not rebuilt: it ended with ${code}.`);
}

/**
 * Grows a deck to thousands of cards. Requests would take minutes, so it inserts copies of the first card into the
 * store and rebuilds both services by their command.
 */
export async function growDeck(
  product: Product,
  { id: ownerId }: Learner,
  { deckId, cardIds }: DeckWithCards,
  cards: number,
): Promise<DeckWithCards> {
  const connection = await mongoose
    .createConnection(mongoUriOf(product), { dbName: 'kumbuka_decks' })
    .asPromise();
  const createdAt = new Date();
  const made = Array.from(
    { length: cards - cardIds.length },
    (_, index) => firstId + deckId * 10_000 + index,
  );
  const rows = made.map((_id, index) => ({
    _id,
    ownerId,
    deckId,
    front: `Question ${cardIds.length + index}`,
    back: `Answer ${cardIds.length + index}`,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  }));
  await connection.collection<{ _id: number }>('flashcards').insertMany(rows);
  await connection.close();
  for (const service of ['decks', 'study-progress']) await rebuild(product.dataDir, service, ownerId);
  return { deckId, cardIds: [...cardIds, ...made] };
}
