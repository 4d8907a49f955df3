import { expect, it } from 'vitest';
import { aLearnerWithDeck, answer, freshId } from '../testing/study-suite.ts';
import { test, useSubgraph, viewer } from '../testing/subgraph-suite.ts';

useSubgraph();

const columns = 'today total newCards reviews recalled deckIds stability difficulty elapsedDays dueInDays';
const tableOf = (userId: number, daysAgo = 0) =>
  viewer(userId, `memoryTable(daysAgo: ${daysAgo}) { ${columns} }`).then(({ memoryTable }) => memoryTable);
const pastDay = (userId: number, date: string) =>
  viewer(
    userId,
    `pastDay(date: "${date}") { date studied due known answered correct answers { flashcardId predictedRecall wasCorrect } }`,
  ).then(({ pastDay: day }) => day);

/** Rows of a table, in an order of their own: the past lists other cards first. */
const sorted = ({ stability, difficulty, elapsedDays, dueInDays, ...table }: Record<string, never[]>) => ({
  ...table,
  rows: (stability ?? [])
    .map((_, at) => [stability?.[at], difficulty?.[at], elapsedDays?.[at], dueInDays?.[at]].join())
    .toSorted(),
});

it('the table of an earlier day is to the bit the one that was read on it, whatever happened since', async () => {
  const learner = await aLearnerWithDeck(test, 4);
  const [one = 0, two = 0, three = 0] = learner.cardIds;
  await answer(test, learner, one);
  await answer(test, learner, two, { was_correct: false });
  test.clock.addDays(3);
  await answer(test, learner, two);
  test.clock.addDays(1);
  const before = await tableOf(learner.userId);
  await answer(test, learner, one, { was_correct: false });
  await answer(test, learner, three);
  test.clock.addDays(2);
  await test.graphql(
    'mutation ($input: ResetFlashcardInput!) { resetFlashcard(input: $input) { id } }',
    { input: { deckId: String(learner.deckId), flashcardId: String(two) } },
    { as: learner.userId },
  );
  expect(before).toMatchObject({ total: 2, newCards: 2 });
  expect(sorted(await tableOf(learner.userId, 2))).toEqual(sorted(before));
  test.clock.addDays(-6);
});

it('a past day shows what was due, what was believed before each answer, and what came', async () => {
  const learner = await aLearnerWithDeck(test, 2);
  const [one = 0, two = 0] = learner.cardIds;
  await answer(test, learner, one, { was_correct: false });
  test.clock.addDays(2);
  await answer(test, learner, one);
  await answer(test, learner, two);
  expect(await pastDay(learner.userId, '2026-03-06')).toBeNull();
  test.clock.addDays(5);
  await answer(test, learner, one, { was_correct: false });
  expect(await pastDay(learner.userId, '2026-03-06')).toEqual({
    date: '2026-03-06',
    studied: 1,
    due: 1,
    known: 1,
    answered: 2,
    correct: 2,
    answers: [
      { flashcardId: String(one), predictedRecall: expect.closeTo(0.6, 0), wasCorrect: true },
      { flashcardId: String(two), predictedRecall: null, wasCorrect: true },
    ],
  });
  expect(await pastDay(freshId(), '2026-03-06')).toMatchObject({ studied: 0, answered: 0, answers: [] });
  test.clock.addDays(-7);
});
