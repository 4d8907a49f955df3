import { createHash } from 'node:crypto';

/** Collections that grow with answers and cards, with the shard key that keeps an owner's rows on one shard. */
export const shardKeys = [
  { database: 'kumbuka_decks', collection: 'decks', field: 'ownerId' },
  { database: 'kumbuka_decks', collection: 'flashcards', field: 'ownerId' },
  { database: 'kumbuka_study_progress', collection: 'projections', field: 'ownerId' },
  { database: 'kumbuka_study_progress', collection: 'reviews', field: 'userId' },
];

const seed = 0;
/** BSON's canonical type of all numbers. */
const numbers = 10;

/**
 * Computes MongoDB's hash of an integer in a hashed index (`hasher.cpp`): the first eight bytes of the MD5 of seed,
 * canonical type and value, each in little-endian order.
 */
export function hashOf(id: number): bigint {
  const bytes = Buffer.alloc(16);
  bytes.writeInt32LE(seed, 0);
  bytes.writeInt32LE(numbers, 4);
  bytes.writeBigInt64LE(BigInt(id), 8);
  return createHash('md5').update(bytes).digest().readBigInt64LE();
}

const lowest = -(2n ** 63n);

/** Returns the shard of an owner when the hash range is split evenly, as MongoDB does for an empty collection. */
export const shardOf = (id: number, shards: number): number =>
  Number(((hashOf(id) - lowest) * BigInt(shards)) >> 64n);
