import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectionCollection } from './store/projections.ts';
import {
  aLearnerWithDeck,
  answer,
  startStudyTest,
  type LearnerWithDeck,
  type StudyTest,
} from './testing/study-suite.ts';

let test: StudyTest;
beforeAll(async () => {
  test = await startStudyTest(undefined, {
    writesPerMinute: 6,
    answersPerMinute: 250,
    readsPerMinute: 120_000,
  });
});
afterAll(() => test.stop());

const record = `mutation ($answers: [AnswerInput!]!) { recordAnswers(input: { answers: $answers }) { stats { xp } } }`;
let name = 0;
const recordMany = ({ userId, deckId, cardIds }: LearnerWithDeck, count: number) =>
  test.graphql(record, { answers: answersOf(deckId, cardIds[0] ?? 0, count) }, { as: userId });
const answersOf = (deckId: number, cardId: number, count: number) =>
  Array.from({ length: count }, () => ({
    deckId: String(deckId),
    flashcardId: String(cardId),
    wasCorrect: true,
    timeSpentMinutes: 0,
    clientEventId: `e${++name}`,
  }));
const studyCount = async ({ userId }: LearnerWithDeck) =>
  (await test.rest('GET', '/progress', { as: userId })).body[0].study_count;

it('writes are limited by account, including refused ones, and 100 answers in one call are one write', async () => {
  const learner = await aLearnerWithDeck(test, 1);
  const cardId = learner.cardIds[0] ?? 0;
  expect((await recordMany(learner, 100)).errors).toBeUndefined();
  for (let n = 0; n < 3; n++) expect((await answer(test, learner, cardId)).status).toBe(201);
  expect((await answer(test, learner, cardId, { time_spent: -1 })).status).toBe(400);
  expect((await answer(test, learner, cardId)).status).toBe(201);
  const { status, body, headers } = await answer(test, learner, cardId);
  expect([status, body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await recordMany(learner, 100)).code).toBe('RATE_LIMITED');
  expect(await studyCount(learner)).toBe(104);
});

it('answers have a limit of their own, for batches of 100 and single ones together', async () => {
  const learner = await aLearnerWithDeck(test, 1);
  const cardId = learner.cardIds[0] ?? 0;
  expect((await recordMany(learner, 100)).errors).toBeUndefined();
  expect((await recordMany(learner, 100)).errors).toBeUndefined();
  expect((await recordMany(learner, 49)).errors).toBeUndefined();
  expect((await answer(test, learner, cardId)).status).toBe(201);
  const { status, body, headers } = await answer(test, learner, cardId);
  expect([status, body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(await studyCount(learner)).toBe(250);
});

it('a mutation with three batches of a hundred answers records what the limit allows', async () => {
  const learner = await aLearnerWithDeck(test, 1);
  const [deckId, cardId] = [learner.deckId, learner.cardIds[0] ?? 0];
  const fields = ['a', 'b', 'c'].map(
    (each) => `${each}: recordAnswers(input: { answers: $${each} }) { stats { xp } }`,
  );
  const query = `mutation ($a: [AnswerInput!]!, $b: [AnswerInput!]!, $c: [AnswerInput!]!) { ${fields.join(' ')} }`;
  const [a, b, c] = [1, 2, 3].map(() => answersOf(deckId, cardId, 100));
  expect((await test.graphql(query, { a, b, c }, { as: learner.userId })).code).toBe('RATE_LIMITED');
  expect(await studyCount(learner)).toBe(200);
});

it('lists of few answered cards are read twelve times at the same moment', async () => {
  const learner = await aLearnerWithDeck(test, 1);
  await answer(test, learner, learner.cardIds[0] ?? 0);
  for (const path of ['/progress', `/progress/deck/${learner.deckId}`]) {
    const read = () => test.rest('GET', path, { as: learner.userId });
    const statuses = (await Promise.all(Array.from({ length: 12 }, read))).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 200));
  }
});

it('lists of many answered cards are refused when the budget is used up, and an answer is not', async () => {
  const learner = await aLearnerWithDeck(test, 1);
  await answer(test, learner, learner.cardIds[0] ?? 0);
  // The rows know how many answered cards a list holds.
  const rows = projectionCollection.on(test.connection);
  await rows.updateOne({ ownerId: learner.userId, kind: 'learner' }, { $set: { 'totals.studied': 5_000 } });
  await rows.updateOne({ ownerId: learner.userId, kind: 'deck' }, { $set: { studied: 5_000 } });
  const read = (path: string) => test.rest('GET', path, { as: learner.userId });
  const paths = ['/progress', `/progress/deck/${learner.deckId}`, '/progress', '/progress'];
  const statuses = (await Promise.all(paths.map(read))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 429, 429]);
  expect((await answer(test, learner, learner.cardIds[0] ?? 0)).status).toBe(201);
});
