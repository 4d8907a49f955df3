import { mongoUri } from '@kumbuka/embedded/addresses';
import { execFile } from 'node:child_process';
import mongoose from 'mongoose';
import type { DeckWithCards, Learner } from './learner.ts';
import type { Product } from './product.ts';

const bootstrap = new URL('../../stack/bootstrap.mjs', import.meta.url).pathname;

/** Ids that no allocator comes to. */
const firstId = 1_000_000_000;

const rebuilt = (dataDir: string, service: string, userId: number) =>
  new Promise<void>((resolve, reject) => {
    const words = [bootstrap, 'rebuild', service, '--user', String(userId), '--swap'];
    const env = { ...process.env, KUMBUKA_DATA_DIR: dataDir };
    execFile(process.execPath, words, { env }, (error, _out, said) =>
      error ? reject(new Error(`${service} was not rebuilt: ${said}`)) : resolve(),
    );
  });

/**
 * A deck of thousands of cards, which would take minutes to write one by one: the cards are put beside the first in the
 * store, and both services compute from them what they keep, by the command that is there for it.
 */
export async function growDeck(
  { dataDir, ports }: Product,
  { id: ownerId }: Learner,
  { deckId, cardIds }: DeckWithCards,
  cards: number,
): Promise<DeckWithCards> {
  const connection = await mongoose
    .createConnection(mongoUri(ports()['mongo'] ?? 0), { dbName: 'kumbuka_decks' })
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
  for (const service of ['decks', 'study-progress']) await rebuilt(dataDir, service, ownerId);
  return { deckId, cardIds: [...cardIds, ...made] };
}
