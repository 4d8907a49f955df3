import { mongoUri } from '@kumbuka/embedded/addresses';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerCards, giveDeck, newLearner, type Learner } from '../learner.ts';
import { startProduct, type Product } from '../product.ts';
import { hashOf, shardKeys, shardOf } from './shard-keys.ts';

const range = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

/** The fullest shard as a multiple of what each would have if all had the same. */
function fullness(ids: readonly number[], shards: number): number {
  const counts = Array.from({ length: shards }, () => 0);
  for (const id of ids) counts[shardOf(id, shards)] = (counts[shardOf(id, shards)] ?? 0) + 1;
  return (Math.max(...counts) * shards) / ids.length;
}

describe('hashed routing', () => {
  it('hashed routing hashes an id as MongoDB does', () => {
    // As MongoDB's own test of its hasher says.
    expect([0, 1].map(hashOf)).toEqual([4_854_801_880_128_277_513n, 5_902_408_780_260_971_510n]);
  });

  it.each([2, 4, 8, 16])(
    'hashed routing spreads learners over %i shards, all of them and the newest alone',
    (shards) => {
      expect(fullness(range(1, 50_000), shards)).toBeLessThan(1.1);
      expect(fullness(range(40_001, 10_000), shards)).toBeLessThan(1.15);
    },
  );

  it('hashed routing spreads learners whose ids come in blocks with gaps', () => {
    const ids = range(0, 400).flatMap((block) => range(1 + block * 5_000, 50));
    expect(fullness(ids, 8)).toBeLessThan(1.1);
  });
});

describe('a collection with a shard key', () => {
  let product: Product;
  let store: Connection;
  let learner: Learner;
  beforeAll(async () => {
    product = await startProduct();
    learner = await newLearner(product.rest, 'sharded');
    await answerCards(learner, await giveDeck(learner, 3));
    store = await mongoose.createConnection(mongoUri(product.ports()['mongo'] ?? 0)).asPromise();
  }, 120_000);
  afterAll(async () => {
    await store?.close();
    await product?.stop();
  }, 60_000);

  it.each(shardKeys)(
    '$database.$collection has the owner in every row, and nothing unique across owners',
    async (key) => {
      const rows = store.useDb(key.database).collection(key.collection);
      const owners = await rows.find({}, { projection: { [key.field]: 1 } }).toArray();
      expect(owners.map((row) => row[key.field])).toEqual(owners.map(() => learner.id));
      expect(owners.length).toBeGreaterThan(0);
      const unique = (await rows.indexes()).filter(({ unique: isUnique }) => isUnique === true);
      expect(unique.map(({ key: fields }) => Object.keys(fields)[0])).toEqual(unique.map(() => key.field));
    },
  );
});
