import { forge } from '@kumbuka/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aLearnerWithDeck, answer, startStudyTest, type StudyTest } from '../testing/study-suite.ts';
import { listeners } from './consumes.ts';

let test: StudyTest;
beforeAll(async () => {
  test = await startStudyTest();
});
afterAll(() => test.stop());

const unused = () => {
  throw new Error('Only the contracts are read.');
};
const consumed = listeners({ within: unused, now: unused, eraseLearner: unused }).map(
  ({ contract }) => contract,
);

it('a forged event of any kind is a dead letter and erases no review', async () => {
  const learner = await aLearnerWithDeck(test, 2);
  const { userId, deckId, cardIds } = learner;
  expect((await answer(test, learner, cardIds[0]!)).status).toBe(201);
  const kept = async () => [await test.rows(userId), await test.log(userId)];
  const before = await kept();
  const data = { userId, ownerId: userId, deckId, cardId: cardIds[0] };
  const { sent, rejected } = await forge(test.stack, consumed, data);
  expect(sent.length).toBeGreaterThanOrEqual(consumed.length * 3);
  expect(rejected).toEqual(sent);
  expect(await kept()).toEqual(before);
});
