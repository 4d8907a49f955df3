import { expect, it } from 'vitest';
import { aLearnerWithDeck, answer, freshId, type LearnerWithDeck } from '../testing/study-suite.ts';
import { test, useSubgraph, viewer } from '../testing/subgraph-suite.ts';

useSubgraph();

/** Answers a card right on one day and then wrong on so many days. */
async function forget(learner: LearnerWithDeck, cardId: number, times: number) {
  await answer(test, learner, cardId, { time_spent: 1 });
  for (let count = 0; count < times; count++) {
    test.clock.addDays(1);
    await answer(test, learner, cardId, { was_correct: false, time_spent: 2 });
  }
}

const reset = (
  { userId, deckId }: Pick<LearnerWithDeck, 'userId' | 'deckId'>,
  cardId: number,
  reason = 'REWRITTEN',
) =>
  test.graphql(
    `mutation ($input: ResetFlashcardInput!) {
      resetFlashcard(input: $input) { id schedule { state lapses dueAt } } }`,
    { input: { deckId: String(deckId), flashcardId: String(cardId), reason } },
    { as: userId },
  );

const listed = (userId: number) =>
  viewer(userId, 'slippingCards { flashcardId deckId lapses minutesThisMonth }').then(
    ({ slippingCards }) => slippingCards,
  );

it('a card is listed from the sixth time that it was forgotten on, with its minutes of this month', async () => {
  test.clock.set('2026-03-30T09:00:00Z');
  const learner = await aLearnerWithDeck(test, 2);
  const [cardId = 0, other = 0] = learner.cardIds;
  await answer(test, learner, other);
  await forget(learner, cardId, 5);
  expect(await listed(learner.userId)).toEqual([]);
  test.clock.addDays(1);
  await answer(test, learner, cardId, { was_correct: false, time_spent: 2 });
  // The answers of 30 and 31 March are of last month.
  expect(await listed(learner.userId)).toEqual([
    { flashcardId: String(cardId), deckId: String(learner.deckId), lapses: 6, minutesThisMonth: 10 },
  ]);
  expect(await listed(freshId())).toEqual([]);
});

it('a card whose schedule starts anew is new and no longer listed; its answers stay, and a repeat writes nothing', async () => {
  const learner = await aLearnerWithDeck(test, 1);
  const [cardId = 0] = learner.cardIds;
  await forget(learner, cardId, 6);
  const { data } = await reset(learner, cardId);
  expect(data.resetFlashcard).toEqual({
    id: String(cardId),
    schedule: { state: 'NEW', lapses: 0, dueAt: null },
  });
  expect((await reset(learner, cardId)).errors).toBeUndefined();
  expect(await listed(learner.userId)).toEqual([]);
  const log = await test.log(learner.userId);
  expect(log.map(({ kind }) => kind).filter((kind) => kind === 'reviewed' || kind === 'reset')).toEqual([
    ...Array.from({ length: 7 }, () => 'reviewed'),
    'reset',
  ]);
  expect(log.at(-1)).toMatchObject({ reason: 'rewritten' });
  const { dashboard } = await viewer(learner.userId, 'dashboard { newCount answers }');
  expect(dashboard).toEqual({ newCount: 1, answers: 7 });
});

it("another learner's card cannot be made new", async () => {
  const [learner, other] = [await aLearnerWithDeck(test, 1), freshId()];
  await answer(test, learner, learner.cardIds[0] ?? 0);
  const { errors } = await reset({ ...learner, userId: other }, learner.cardIds[0] ?? 0);
  expect(errors?.[0]?.extensions?.['code']).toBe('FLASHCARD_NOT_FOUND');
});
