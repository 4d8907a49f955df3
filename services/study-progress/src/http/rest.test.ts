import { afterAll, beforeAll, expect, test as sentence } from 'vitest';
import { aLearnerWithDeck, answer, startStudyTest, type StudyTest } from '../testing/test-service.ts';

let test: StudyTest;
beforeAll(async () => {
  test = await startStudyTest();
});
afterAll(() => test.stop());

sentence('an answer gives 201 and the record of the card', async () => {
  const learner = await aLearnerWithDeck(test);
  const { status, body } = await answer(test, learner, learner.cardIds[0] ?? 0);
  expect(body).toMatchObject({ study_count: 1, correct_attempts: 1, incorrect_attempts: 0 });
  expect(status).toBe(201);
});
