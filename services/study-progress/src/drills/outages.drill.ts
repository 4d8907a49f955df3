import { areServersReal } from '@kumbuka/testing/servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  aLearnerWithDeck,
  answer,
  startStudyTest,
  type LearnerWithDeck,
  type StudyTest,
} from '../testing/study-suite.ts';

let test: StudyTest;
let learner: LearnerWithDeck;
beforeAll(async () => {
  test = await startStudyTest();
  learner = await aLearnerWithDeck(test, 2);
});
afterAll(() => test.stop().catch(() => undefined));

const first = () => learner.cardIds[0] ?? 0;

it('while Kafka is unavailable learners can answer, and the events wait in the outbox', async () => {
  await test.stack.kafka.stop();
  const { status, body } = await answer(test, learner, first());
  expect([status, body.study_count]).toEqual([201, 1]);
  const waiting = (await test.events()).filter(({ type }) => type === 'study-progress.card-reviewed');
  expect(waiting).toHaveLength(1);
});

it.runIf(areServersReal)('while Redis is unavailable learners can answer', async () => {
  await test.stack.redis?.stop();
  expect((await answer(test, learner, first())).body.study_count).toBe(2);
});

it('while MongoDB is unavailable, reads and writes get 503 within seconds', async () => {
  await test.stack.mongo.stop();
  const started = performance.now();
  const responses = await Promise.all([
    ...Array.from({ length: 8 }, () => answer(test, learner, first())),
    test.rest('GET', '/dashboard', { as: learner.userId }),
    test.rest('GET', '/progress', { as: learner.userId }),
  ]);
  expect(responses.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
    Array(10).fill('503 UNAVAILABLE'),
  );
  expect(performance.now() - started).toBeLessThan(6_000);
});
