import { areServersReal, startStoreProcess, type StoreProcess } from '@kumbuka/testing/servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  answer,
  freshId,
  startStudyTest,
  type LearnerWithDeck,
  type StudyTest,
} from '../testing/study-suite.ts';

let stores: StoreProcess[];
let test: StudyTest;
let learner: LearnerWithDeck;
beforeAll(async () => {
  const mongo = await startStoreProcess('mongo');
  const redis = areServersReal ? await startStoreProcess('redis') : null;
  stores = redis ? [mongo, redis] : [mongo];
  test = await startStudyTest(undefined, {
    env: { MONGO_URL: mongo.url, ...(redis && { REDIS_URL: redis.url }) },
  });
  learner = { userId: freshId(), deckId: freshId(), cardIds: [freshId()] };
  test.decks.add(learner.userId, learner.deckId, learner.cardIds);
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.resume()));
  await test.stop();
  await Promise.all(stores.map((store) => store.stop()));
});

const send = () => answer(test, learner, learner.cardIds[0] ?? 0);

it('an answer sent right after all stores began to hang is 503 within five seconds', async () => {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    await expect.poll(async () => (await send()).status, { timeout: 20_000 }).toBe(201);
    // The store is probed every half second: each round begins at another moment between two probes.
    await new Promise((resolve) => setTimeout(resolve, 700 + round * 180));
    await Promise.all(stores.map((store) => store.hang()));
    const began = performance.now();
    const { status, body } = await send();
    times.push(performance.now() - began);
    expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
    await Promise.all(stores.map((store) => store.resume()));
  }
  // The slowest may have met a busy machine.
  expect(times.toSorted((a, b) => b - a)[1]).toBeLessThan(5_000);
});
