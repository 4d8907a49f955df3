import { expect, it } from 'vitest';
import { aLearnerWithDeck, answer } from '../testing/study-suite.ts';
import { test, useSubgraph, viewer } from '../testing/subgraph-suite.ts';

useSubgraph();

const plan = (userId: number, exam: object | null) =>
  test.graphql(
    `mutation ($input: StudySettingsInput!) { updateStudySettings(input: $input) {
      exam { date deckIds minutesADay plannedOn cards promise } } }`,
    { input: { exam } },
    { as: userId },
  );
const anExam = (deckId: number, parts: object = {}) => ({
  date: '2026-03-14',
  deckIds: [String(deckId)],
  minutesADay: 30,
  plannedOn: '2026-03-04',
  cards: 14,
  promise: Array.from({ length: 11 }, (_, day) => 0.5 + day / 50),
  ...parts,
});
const queue = (userId: number) =>
  viewer(userId, 'studyQueue(exam: true) { items { flashcardId schedule { state } } }').then(
    ({ studyQueue }) =>
      studyQueue.items.map(
        ({ flashcardId, schedule }: { flashcardId: string; schedule: { state: string } }) =>
          `${schedule.state} ${flashcardId}`,
      ),
  );

it('new cards of an exam are spread over the days left, and the weakest others follow before they are due', async () => {
  const learner = await aLearnerWithDeck(test, 14);
  const beside = await aLearnerWithDeck(test, 1);
  const { userId, deckId, cardIds } = learner;
  await plan(userId, anExam(deckId));
  // 14 cards on seven days: the last three before the exam have no new ones.
  expect(await queue(userId)).toEqual(cardIds.slice(0, 2).map((id) => `NEW ${id}`));
  await answer(test, learner, cardIds[0] ?? 0, { time_spent: 0.5 });
  expect(await queue(userId)).toEqual([`NEW ${cardIds[1]}`]);
  await answer(test, learner, cardIds[1] ?? 0, { was_correct: false, time_spent: 0.5 });
  expect(await queue(userId)).toEqual([]);
  test.clock.addDays(1);
  expect(await queue(userId)).toEqual([
    `REVIEW ${cardIds[1]}`,
    `REVIEW ${cardIds[0]}`,
    `NEW ${cardIds[2]}`,
    `NEW ${cardIds[3]}`,
  ]);
  await plan(userId, anExam(deckId, { minutesADay: 1 }));
  // Two answers of half a minute.
  expect(await queue(userId)).toEqual(cardIds.slice(2, 4).map((id) => `NEW ${id}`));
  expect(await queue(beside.userId)).toEqual([]);
  test.clock.addDays(-1);
});

it('the promise stays as it was planned, beside what is predicted on each day', async () => {
  const learner = await aLearnerWithDeck(test, 2);
  const { userId, deckId, cardIds } = learner;
  const exam = anExam(deckId, { cards: 2 });
  await plan(userId, exam);
  await answer(test, learner, cardIds[0] ?? 0);
  test.clock.addDays(2);
  const { stats } = await viewer(userId, 'stats { exam { date promise actual } }');
  expect(stats.exam.promise).toEqual(exam.promise);
  const [first, second, third] = stats.exam.actual;
  expect([first, second]).toEqual([0, expect.closeTo(0.48, 1)]);
  expect(third).toBeLessThan(second);
  expect(stats.exam.actual).toHaveLength(3);
  test.clock.addDays(9);
  expect((await viewer(userId, 'stats { exam { date } }')).stats.exam).toBeNull();
  test.clock.addDays(-11);
});

it.each([{ date: '2026-03-04' }, { promise: [0.5, 0.6] }, { deckIds: [] }, { minutesADay: 0 }])(
  'an exam with %o is refused',
  async (parts) => {
    const { userId, deckId } = await aLearnerWithDeck(test, 1);
    const { errors } = await plan(userId, anExam(deckId, parts));
    expect(errors?.[0]?.extensions?.['code']).toBe('VALIDATION');
  },
);
