import { expect, it } from 'vitest';
import { aLearnerWithDeck, answer } from '../testing/study-suite.ts';
import { test, useSubgraph } from '../testing/subgraph-suite.ts';

useSubgraph();

const read = async (userId: number, page = '') => {
  const fields = '{ position kind flashcardId wasCorrect undoes answeredAt }';
  const { data } = await test.graphql(`{ viewer { reviewLog${page} ${fields} } }`, {}, { as: userId });
  return data.viewer.reviewLog;
};

it('the review log holds answers and undos, in order, page by page', async () => {
  const learner = await aLearnerWithDeck(test);
  const [one = 0, two = 0] = learner.cardIds;
  await answer(test, learner, one, { client_event_id: 'first' });
  await answer(test, learner, two, { was_correct: false });
  const undo = `mutation { undoAnswer(input: { clientEventId: "first" }) { stats { xp } } }`;
  await test.graphql(undo, {}, { as: learner.userId });
  const log = await read(learner.userId);
  expect(log).toMatchObject([
    { position: 1, kind: 'PARAMETERS_CHANGED', flashcardId: null, wasCorrect: null },
    { position: 2, kind: 'REVIEWED', flashcardId: String(one), wasCorrect: true },
    { position: 3, kind: 'REVIEWED', flashcardId: String(two), wasCorrect: false },
    { position: 4, kind: 'UNDONE', flashcardId: String(one), wasCorrect: null, undoes: expect.any(String) },
  ]);
  expect(await read(learner.userId, '(limit: 2)')).toEqual(log.slice(0, 2));
  expect(await read(learner.userId, '(after: 2, limit: 2)')).toEqual(log.slice(2));
});

it('the review log of another learner is not in one’s own', async () => {
  const [one, other] = [await aLearnerWithDeck(test), await aLearnerWithDeck(test)];
  await answer(test, other, other.cardIds[0] ?? 0);
  expect(await read(one.userId)).toEqual([]);
});

it.each(['(limit: 0)', '(limit: 1001)', '(after: -1)'])(
  'a page %s of the review log is refused',
  async (page) => {
    const { userId } = await aLearnerWithDeck(test);
    const { code } = await test.graphql(`{ viewer { reviewLog${page} { id } } }`, {}, { as: userId });
    expect(code).toBe('VALIDATION');
  },
);
