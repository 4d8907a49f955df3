import { buildTestService, type TestService } from '@kumbuka/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { aLearnerWithDeck, freshId, startStudyTest, type StudyTest } from '../testing/study-suite.ts';

let test: StudyTest;
let other: TestService;
beforeAll(async () => {
  test = await startStudyTest();
  other = await buildTestService(
    (config: ReturnType<typeof loadConfig>) => createApp(config, { now: test.clock.now, sweepMs: 200 }),
    loadConfig,
    { stack: test.stack, auth: test.auth, env: { DECKS_URL: test.decks.url } },
  );
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

it('two processes that answer the same card at once lose and double nothing', async () => {
  const { userId, deckId, cardIds } = await aLearnerWithDeck(test, 1);
  const body = { deck_id: deckId, flashcard_id: cardIds[0], was_correct: true, time_spent: 0.1 };
  const send = (service: Pick<TestService, 'rest'>, index: number) =>
    service.rest('POST', '/progress', { as: userId, body: { ...body, client_event_id: `e${index % 10}` } });
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, index) => send(index % 2 === 0 ? test : other, index)),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(201));
  const { body: records } = await test.rest('GET', '/progress', { as: userId });
  expect(records).toMatchObject([{ study_count: 10, correct_attempts: 10 }]);
  // The first answer writes the parameters, too.
  expect((await test.log(userId)).map(({ seq }) => seq)).toEqual(
    Array.from({ length: 11 }, (_, at) => at + 1),
  );
});

it('two processes that meet a new learner at once make one row', async () => {
  for (let round = 0; round < 5; round++) {
    const userId = freshId();
    const put = (service: Pick<TestService, 'rest'>, weekly_goal: number) =>
      service.rest('PUT', '/user/stats', { as: userId, body: { weekly_goal } });
    const responses = await Promise.all([put(test, 70), put(other, 80), put(test, 90), put(other, 100)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await test.rows(userId)).toMatchObject([{ kind: 'learner', version: 4 }]);
  }
});
