import { createHash } from 'node:crypto';

const seed = 0;
/** BSON's canonical type of all numbers. */
const numbers = 10;

/**
 * MongoDB's hash of an integer in a hashed index (`hasher.cpp`): the first eight bytes of the MD5 of seed, canonical type
 * and value, each in little-endian order.
 */
export function hashOf(id: number): bigint {
  const bytes = Buffer.alloc(16);
  bytes.writeInt32LE(seed, 0);
  bytes.writeInt32LE(numbers, 4);
  bytes.writeBigInt64LE(BigInt(id), 8);
  return createHash('md5').update(bytes).digest().readBigInt64LE();
}

const lowest = -(2n ** 63n);

/** The shard of an owner where the space of hashes is cut evenly, as MongoDB cuts it for an empty collection. */
export const shardOf = (id: number, shards: number): number =>
  Number(((hashOf(id) - lowest) * BigInt(shards)) >> 64n);
