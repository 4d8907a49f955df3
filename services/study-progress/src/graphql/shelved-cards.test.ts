import { eventually } from '@kumbuka/testing/servers';
import { expect, it } from 'vitest';
import { aLearnerWithDeck, answer, events, freshId, type LearnerWithDeck } from '../testing/study-suite.ts';
import { test, useSubgraph } from '../testing/subgraph-suite.ts';

useSubgraph();

const bury = ({ userId, deckId }: LearnerWithDeck, cardId: number | undefined, buried = true) =>
  test.graphql(
    `mutation ($input: BuryFlashcardInput!) {
      buryFlashcard(input: $input) { id schedule { isDue buriedUntil } } }`,
    { input: { deckId: String(deckId), flashcardId: String(cardId), sessionId: 'evening', buried } },
    { as: userId },
  );

const suspension = (
  { userId, deckId }: LearnerWithDeck,
  cardId: number | undefined,
  suspended: boolean,
  version: number,
) => events.cardSuspended(userId, deckId, cardId ?? 0, suspended, version);

/** Ids that a session would bring, and the numbers that screens show. */
async function shown({ userId, deckId }: LearnerWithDeck) {
  const { data, errors } = await test.graphql(
    `query ($id: ID!) { viewer {
      studyQueue(deckId: $id) { items { flashcardId } dueCount newCount }
      studyOrder(deckId: $id)
      dashboard { dueCount newCount }
      forecast(days: 2) { count } } }`,
    { id: String(deckId) },
    { as: userId },
  );
  expect(errors).toBeUndefined();
  const { studyQueue, studyOrder, dashboard, forecast } = data.viewer;
  const queue = studyQueue.items.map(({ flashcardId }: { flashcardId: string }) => Number(flashcardId));
  expect([studyQueue.dueCount, studyQueue.newCount]).toEqual([dashboard.dueCount, dashboard.newCount]);
  return {
    queue,
    order: studyOrder.map(Number),
    due: dashboard.dueCount,
    fresh: dashboard.newCount,
    forecast: forecast.map(({ count }: { count: number }) => count),
  };
}

it('a buried new card is in no session and no number of today, and comes back on the next study day', async () => {
  const learner = await aLearnerWithDeck(test, 3);
  const [first, second, third] = learner.cardIds;
  const { data } = await bury(learner, first);
  expect(data.buryFlashcard).toEqual({
    id: String(first),
    schedule: { isDue: false, buriedUntil: expect.stringMatching(/^2026-03-05T01:00/) },
  });
  expect(await shown(learner)).toMatchObject({ queue: [second, third], order: [second, third], fresh: 2 });
  test.clock.addDays(1);
  expect(await shown(learner)).toMatchObject({ queue: [first, second, third], fresh: 3 });
  test.clock.addDays(-1);
});

it('a buried due card is due tomorrow, and its schedule is unchanged', async () => {
  const learner = await aLearnerWithDeck(test, 1);
  const [cardId = 0] = learner.cardIds;
  await answer(test, learner, cardId, { was_correct: false });
  test.clock.addDays(30);
  expect(await shown(learner)).toMatchObject({ due: 1, forecast: [1, 0] });
  await bury(learner, cardId);
  expect(await shown(learner)).toMatchObject({ queue: [], order: [], due: 0, forecast: [0, 1] });
  await bury(learner, cardId, false);
  expect(await shown(learner)).toMatchObject({ queue: [cardId], due: 1, forecast: [1, 0] });
  test.clock.addDays(-30);
});

it('a card that is buried twice at the same moment is buried once in the log', async () => {
  const learner = await aLearnerWithDeck(test, 1);
  const all = await Promise.all(Array.from({ length: 5 }, () => bury(learner, learner.cardIds[0])));
  expect(all.map(({ errors }) => errors)).toEqual(Array.from({ length: 5 }, () => undefined));
  expect((await test.log(learner.userId)).map(({ kind }) => kind)).toEqual(['buried']);
});

it('a card of another learner, of another deck or none at all cannot be buried', async () => {
  const [learner, other] = [await aLearnerWithDeck(test, 1), await aLearnerWithDeck(test, 1)];
  expect((await bury(learner, other.cardIds[0])).code).toBe('FLASHCARD_NOT_FOUND');
  expect((await bury(learner, freshId())).code).toBe('FLASHCARD_NOT_FOUND');
  const elsewhere = { ...learner, deckId: other.deckId };
  expect((await bury(elsewhere, learner.cardIds[0])).code).toBe('FLASHCARD_NOT_FOUND');
  expect(await shown(other)).toMatchObject({ fresh: 1 });
});

it('a card that was added a moment ago can be buried before its event arrives', async () => {
  const learner = await aLearnerWithDeck(test, 1);
  const cardId = freshId();
  const { userId, deckId } = learner;
  const createdAt = '2026-01-01T00:00:00.000Z';
  test.decks.cards.set(cardId, { cardId, deckId, ownerId: userId, createdAt, cardVersion: 1 });
  expect((await bury(learner, cardId)).errors).toBeUndefined();
  expect(await shown(learner)).toMatchObject({ queue: learner.cardIds, fresh: 1 });
});

it('a suspended card is in no session and no number until it is studied again, with its schedule', async () => {
  const learner = await aLearnerWithDeck(test, 2);
  const [answered = 0, fresh = 0] = learner.cardIds;
  await answer(test, learner, answered, { was_correct: false });
  test.clock.addDays(30);
  await test.publish([suspension(learner, answered, true, 2), suspension(learner, fresh, true, 2)]);
  await eventually(async () =>
    expect(await shown(learner)).toMatchObject({
      queue: [],
      order: [],
      due: 0,
      fresh: 0,
      forecast: [0, 0],
    }),
  );
  await test.publish([suspension(learner, answered, false, 3), suspension(learner, fresh, false, 3)]);
  await eventually(async () =>
    expect(await shown(learner)).toMatchObject({ queue: [answered, fresh], due: 1, fresh: 1 }),
  );
  test.clock.addDays(-30);
});

it('a suspension that arrives twice or late does not undo a later one', async () => {
  const learner = await aLearnerWithDeck(test, 2);
  const [cardId, last] = learner.cardIds;
  const all = [suspension(learner, cardId, true, 2), suspension(learner, cardId, false, 3)];
  await test.publish([...all, suspension(learner, cardId, true, 2)]);
  // Events of one learner arrive in order, so this one is the last.
  await test.publish([suspension(learner, last, true, 2)]);
  await eventually(async () => expect(await shown(learner)).toMatchObject({ queue: [cardId], fresh: 1 }));
});

it('an answer to a card that was suspended meanwhile is kept, and the card stays suspended', async () => {
  const learner = await aLearnerWithDeck(test, 1);
  const [cardId = 0] = learner.cardIds;
  await test.publish([suspension(learner, cardId, true, 2)]);
  await eventually(async () => expect(await shown(learner)).toMatchObject({ fresh: 0 }));
  const { status } = await answer(test, learner, cardId, { was_correct: false });
  expect(status).toBe(201);
  test.clock.addDays(30);
  expect(await shown(learner)).toMatchObject({ queue: [], due: 0, fresh: 0 });
  test.clock.addDays(-30);
});

it('a suspension that a rebuild has read from decks before its event arrives is no dead letter', async () => {
  const learner = await aLearnerWithDeck(test, 2);
  const [answered = 0, fresh = 0] = learner.cardIds;
  await answer(test, learner, answered, { was_correct: false });
  await test.publish([suspension(learner, answered, true, 2), suspension(learner, fresh, false, 2)]);
  await test.publish([suspension(learner, answered, true, 3)]);
  await eventually(async () => {
    const rows = await test.rows(learner.userId);
    const versions = rows.flatMap((row) => (row.kind === 'card' ? [[row.cardId, row.cardVersion]] : []));
    expect(Object.fromEntries(versions)).toEqual({ [answered]: 3, [fresh]: 2 });
  });
});

it('the export of a learner names buried cards with their day', async () => {
  const learner = await aLearnerWithDeck(test, 1);
  await bury(learner, learner.cardIds[0]);
  const { data } = await test.graphql(
    'query { viewer { reviewLog { kind flashcardId sessionId buriedUntil } } }',
    {},
    { as: learner.userId },
  );
  expect(data.viewer.reviewLog).toEqual([
    {
      kind: 'BURIED',
      flashcardId: String(learner.cardIds[0]),
      sessionId: 'evening',
      buriedUntil: '2026-03-05',
    },
  ]);
});

it('a deleted deck leaves no record of suspended or buried cards', async () => {
  const learner = await aLearnerWithDeck(test, 2);
  const { userId, deckId } = learner;
  const [buried, suspended] = learner.cardIds;
  await bury(learner, buried);
  await test.publish([suspension(learner, suspended, true, 2)]);
  await eventually(async () => expect(await shown(learner)).toMatchObject({ fresh: 0 }));
  await test.publish([events.deckDeleted(userId, deckId)]);
  await eventually(async () => {
    const tombstones = (await test.rows(userId)).filter(({ kind }) => kind === 'removed-card');
    expect(tombstones).toHaveLength(2);
    for (const row of tombstones) {
      expect(row).not.toHaveProperty('suspended');
      expect(row).not.toHaveProperty('buriedUntil');
    }
  });
});
