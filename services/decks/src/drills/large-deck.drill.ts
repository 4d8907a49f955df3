import { createLog } from '@kumbuka/runtime';
import { connectMongo, type Mongo } from '@kumbuka/service-kit';
import { buildTestService, type TestService } from '@kumbuka/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from '../testing/builders.ts';

const learner = 7;
let service: TestService;
let mongo: Mongo;

beforeAll(async () => {
  service = await buildTestService(createApp, loadConfig);
  const log = createLog('decks', 'silent');
  mongo = connectMongo({ url: service.stack.env.MONGO_URL, database: 'kumbuka_decks', log });
  await mongo.start();
});
afterAll(async () => {
  await mongo.stop();
  await service.stop();
});

it('a deck of 10,000 cards is deleted as a whole and at once, and comes back', async () => {
  const { id } = (await service.rest('POST', '/decks', { as: learner, body: someFields() })).body;
  const cards = Array.from({ length: 10_000 }, (_, index) => ({
    _id: 5_000_000 + index,
    ownerId: learner,
    deckId: id,
    front: `Q${index}`,
    back: 'A',
    version: 1,
    createdAt: new Date(),
    updatedAt: new Date(),
  }));
  const rows = () => mongo.connection.collection<{ _id: number }>('flashcards');
  await rows().insertMany(cards);
  expect((await service.rest('DELETE', `/decks/${id}`, { as: learner })).status).toBe(204);
  expect(await rows().countDocuments({ ownerId: learner, deckId: id })).toBe(0);
  const { errors } = await service.graphql(
    'mutation ($id: ID!) { restoreDeck(input: { id: $id }) { id } }',
    { id: String(id) },
    { as: learner },
  );
  expect(errors).toBeUndefined();
  expect(await rows().countDocuments({ ownerId: learner, deckId: id })).toBe(10_000);
});
