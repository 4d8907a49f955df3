import { mongoUri } from '@kumbuka/embedded/addresses';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerCards, giveDeck, newLearner, type Learner } from '../product/learner.ts';
import { startProduct, type Product } from '../product/product.ts';

/** Collections that grow with answers and cards, with the shard key that keeps an owner's rows on one shard. */
const shardKeys = [
  { database: 'kumbuka_decks', collection: 'decks', field: 'ownerId' },
  { database: 'kumbuka_decks', collection: 'flashcards', field: 'ownerId' },
  { database: 'kumbuka_study_progress', collection: 'projections', field: 'ownerId' },
  { database: 'kumbuka_study_progress', collection: 'reviews', field: 'userId' },
];

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
    '$database.$collection has the owner in every row, and no unique index across owners',
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
