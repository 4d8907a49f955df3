import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDeck, freshId, startStudyTest, type StudyTest } from '../testing/study-suite.ts';

let test: StudyTest;
beforeAll(async () => {
  test = await startStudyTest();
});
afterAll(() => test.stop());

const invent = async (userId: number, deckIds: number[]) =>
  test.rest('POST', '/internal/users/invented-study', { body: { userId, deckIds } });
/** Answers without the session ends, which depend on the clock. */
const answersOf = async (userId: number) =>
  (await test.log(userId)).filter(({ kind }) => kind === 'reviewed');
const ids = (count: number) => Array.from({ length: count }, freshId);

describe('an invented study history', () => {
  it('waits for the events of every deck, without an error and without a part of it', async () => {
    const [userId, seen, unpublished] = [freshId(), freshId(), freshId()];
    await addDeck(test, userId, seen, ids(3));
    const early = await invent(userId, [seen, unpublished]);
    expect([early.status, early.body]).toEqual([200, { answers: null }]);
    expect(await test.log(userId)).toEqual([]);
  });

  it('is created once, however often it is requested', async () => {
    const [userId, deckId] = [freshId(), freshId()];
    await addDeck(test, userId, deckId, ids(6));
    const first = await invent(userId, [deckId]);
    expect(first.body.answers).toBeGreaterThan(0);
    const answers = await answersOf(userId);
    expect(answers).toHaveLength(first.body.answers);
    await invent(userId, [deckId]);
    expect(await answersOf(userId)).toEqual(answers);
  });
});
