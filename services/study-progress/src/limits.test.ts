import { afterAll, beforeAll, expect, test as sentence } from 'vitest';
import { aLearnerWithDeck, answer, startStudyTest, type StudyTest } from './testing/study-suite.ts';

let test: StudyTest;
beforeAll(async () => {
  test = await startStudyTest(undefined, { writesPerMinute: 4 });
});
afterAll(() => test.stop());

sentence('writes are limited by account, refused ones counted, and 100 answers at once are one', async () => {
  const learner = await aLearnerWithDeck(test, 1);
  const cardId = learner.cardIds[0] ?? 0;
  const answers = Array.from({ length: 100 }, (_, index) => ({
    deckId: String(learner.deckId),
    flashcardId: String(cardId),
    wasCorrect: true,
    timeSpentMinutes: 0,
    clientEventId: `e${index}`,
  }));
  const record = `mutation ($answers: [AnswerInput!]!) { recordAnswers(input: { answers: $answers }) { stats { xp } } }`;
  const send = () => test.graphql(record, { answers }, { as: learner.userId });
  expect((await send()).errors).toBeUndefined();
  expect((await answer(test, learner, cardId)).status).toBe(201);
  expect((await answer(test, learner, cardId, { time_spent: 99 })).status).toBe(400);
  expect((await answer(test, learner, cardId)).status).toBe(201);
  const { status, body, headers } = await answer(test, learner, cardId);
  expect([status, body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await send()).code).toBe('RATE_LIMITED');
  expect((await test.rest('GET', '/progress', { as: learner.userId })).body[0].study_count).toBe(102);
});
