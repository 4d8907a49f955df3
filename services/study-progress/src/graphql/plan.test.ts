import { seededRandom } from '@kumbuka/testing/servers';
import { describe, expect, it } from 'vitest';
import { addDeck, aLearnerWithDeck, answer, freshId } from '../testing/study-suite.ts';
import { answerInput, send, test, useSubgraph, viewer } from '../testing/subgraph-suite.ts';

useSubgraph();

const change = (userId: number, input: Record<string, unknown>) =>
  test.graphql(
    `mutation ($input: StudySettingsInput!) { updateStudySettings(input: $input) {
      rememberPercent longestInterval newCardsPerDay dailyLimit studyOrder easyDays fourAnswers showsNextDay } }`,
    { input },
    { as: userId },
  );
const changeDeck = (userId: number, input: Record<string, unknown>) =>
  test.graphql(
    `mutation ($input: DeckStudySettingsInput!) { updateDeckStudySettings(input: $input) {
      progress { rememberPercent newCardsPerDay } } }`,
    { input },
    { as: userId },
  );
const week = (kinds: Record<number, string>) =>
  Array.from({ length: 7 }, (_, weekday) => kinds[weekday] ?? 'FULL');
const parametersOf = async (userId: number) =>
  (await test.log(userId)).flatMap((entry) =>
    entry.kind === 'parameters-changed' ? [entry.parameters] : [],
  );

describe('settings of the schedule', () => {
  it('settings of the schedule are kept, and the others stay', async () => {
    const userId = freshId();
    const usual = {
      rememberPercent: 90,
      longestInterval: 36_500,
      newCardsPerDay: 0,
      dailyLimit: 0,
      studyOrder: 'WEAKEST_FIRST',
      easyDays: week({}),
      fourAnswers: false,
      showsNextDay: false,
    };
    const { data } = await change(userId, { rememberPercent: 95 });
    expect(data.updateStudySettings).toEqual({ ...usual, rememberPercent: 95 });
    const chosen = {
      longestInterval: 365,
      newCardsPerDay: 10,
      dailyLimit: 80,
      studyOrder: 'DECK_BY_DECK',
      easyDays: week({ 0: 'OFF', 6: 'HALF' }),
      fourAnswers: true,
      showsNextDay: true,
    };
    await change(userId, chosen);
    const again = await change(userId, { weeklyGoal: 71 });
    expect(again.data.updateStudySettings).toEqual({ ...chosen, rememberPercent: 95 });
  });

  it.each([
    { rememberPercent: 79 },
    { rememberPercent: 98 },
    { longestInterval: 6 },
    { newCardsPerDay: -1 },
    { dailyLimit: 10_000 },
    { easyDays: ['OFF'] },
    { easyDays: Array.from({ length: 7 }, () => 'OFF') },
  ])('settings of the schedule refuse %o', async (input) => {
    expect((await change(freshId(), input)).code).toBe('VALIDATION');
  });

  it('a new setting applies from the next answer: planned cards keep their day', async () => {
    const learner = await aLearnerWithDeck(test, 2);
    const [a, b] = learner.cardIds;
    await send(learner.userId, [answerInput(learner, a)]);
    const before = (await test.rest('GET', '/progress', { as: learner.userId })).body;
    await change(learner.userId, { rememberPercent: 97 });
    expect((await test.rest('GET', '/progress', { as: learner.userId })).body).toEqual(before);
    await send(learner.userId, [answerInput(learner, b, { rating: 4 })]);
    expect(await parametersOf(learner.userId)).toMatchObject([
      { version: 2, desiredRetention: 0.9 },
      { version: 3, desiredRetention: 0.97 },
    ]);
  });

  it('two decks that ask for different recall write each set of parameters once', async () => {
    const learner = await aLearnerWithDeck(test, 1);
    const other = { userId: learner.userId, deckId: freshId(), cardIds: [freshId()] };
    await addDeck(test, other.userId, other.deckId, other.cardIds);
    const { data } = await changeDeck(learner.userId, { deckId: other.deckId, rememberPercent: 85 });
    expect(data.updateDeckStudySettings.progress).toEqual({ rememberPercent: 85, newCardsPerDay: null });
    for (let round = 0; round < 4; round++) {
      for (const each of [learner, other]) await send(learner.userId, [answerInput(each, each.cardIds[0])]);
      test.clock.addDays(9);
    }
    expect((await parametersOf(learner.userId)).map(({ desiredRetention }) => desiredRetention)).toEqual([
      0.9, 0.85,
    ]);
    const versions = (await test.log(learner.userId)).flatMap((entry) =>
      entry.kind === 'reviewed' ? [entry.parameterVersion] : [],
    );
    expect(versions).toEqual([2, 3, 2, 3, 2, 3, 2, 3]);
  });

  it('a deck of another learner takes no settings', async () => {
    const [mine, theirs] = [await aLearnerWithDeck(test), await aLearnerWithDeck(test)];
    expect((await changeDeck(mine.userId, { deckId: theirs.deckId, rememberPercent: 85 })).code).toBe(
      'DECK_NOT_FOUND',
    );
  });
});

describe('limits of a day', () => {
  const queue = async (userId: number) =>
    (await viewer(userId, 'studyQueue { items { flashcardId deckId } dueCount newCount waiting clearOn }'))
      .studyQueue;

  it('new cards stop at the limit of the day and come back tomorrow', async () => {
    const learner = await aLearnerWithDeck(test, 6);
    await change(learner.userId, { newCardsPerDay: 2 });
    expect((await queue(learner.userId)).items).toHaveLength(2);
    for (const cardId of learner.cardIds.slice(0, 2)) await answer(test, learner, cardId);
    expect((await queue(learner.userId)).items).toEqual([]);
    test.clock.addDays(1);
    expect((await queue(learner.userId)).items).toHaveLength(2);
  });

  it('a limit of one deck leaves the new cards of other decks alone, and an undone answer does not count', async () => {
    const learner = await aLearnerWithDeck(test, 4);
    const other = { userId: learner.userId, deckId: freshId(), cardIds: [freshId(), freshId()] };
    await addDeck(test, other.userId, other.deckId, other.cardIds);
    await changeDeck(learner.userId, { deckId: learner.deckId, newCardsPerDay: 1 });
    const decks = async () =>
      (await queue(learner.userId)).items.map(({ deckId }: { deckId: string }) => Number(deckId));
    expect(await decks()).toEqual([learner.deckId, other.deckId, other.deckId]);
    await send(learner.userId, [answerInput(learner, learner.cardIds[0], { clientEventId: 'one' })]);
    expect(await decks()).toEqual([other.deckId, other.deckId]);
    await test.graphql(
      'mutation { undoAnswer(input: { clientEventId: "one" }) { flashcard { id } } }',
      {},
      { as: learner.userId },
    );
    expect(await decks()).toEqual([learner.deckId, other.deckId, other.deckId]);
  });

  it('a daily limit says how many cards wait and until when', async () => {
    const learner = await aLearnerWithDeck(test, 9);
    for (const cardId of learner.cardIds) await answer(test, learner, cardId, { was_correct: false });
    test.clock.addDays(1);
    await change(learner.userId, { dailyLimit: 4 });
    expect(await queue(learner.userId)).toMatchObject({ dueCount: 9, waiting: 5 });
    const { clearOn, items } = await queue(learner.userId);
    const [today] = (await viewer(learner.userId, 'forecast(days: 1) { date }')).forecast;
    expect((Date.parse(clearOn) - Date.parse(today.date)) / 86_400_000).toBe(2);
    expect(items).toHaveLength(4);
  });

  it('cards come deck by deck when the learner wants so', async () => {
    const learner = await aLearnerWithDeck(test, 3);
    const other = { userId: learner.userId, deckId: freshId(), cardIds: [freshId(), freshId(), freshId()] };
    await addDeck(test, other.userId, other.deckId, other.cardIds);
    for (let index = 0; index < 3; index++)
      for (const each of [learner, other])
        await send(learner.userId, [answerInput(each, each.cardIds[index], { wasCorrect: index === 1 })]);
    test.clock.addDays(20);
    const decks = async () =>
      (await queue(learner.userId)).items.map(({ deckId }: { deckId: string }) => Number(deckId));
    expect(new Set((await decks()).slice(0, 3)).size).toBe(2);
    await change(learner.userId, { studyOrder: 'DECK_BY_DECK' });
    const sorted = (await decks()).toSorted((a: number, b: number) => a - b);
    expect(await decks()).toEqual(sorted);
  });
});

describe('easy days', () => {
  it('no card falls due on a day off, whatever its interval', async () => {
    const random = seededRandom(5);
    const learner = await aLearnerWithDeck(test, 12);
    await change(learner.userId, { easyDays: week({ 0: 'OFF', 3: 'OFF' }) });
    const weekdays = new Set<number>();
    for (let day = 0; day < 40; day++) {
      const answers = learner.cardIds
        .filter(() => random.chance(0.4))
        .map((cardId) => answerInput(learner, cardId, { wasCorrect: random.chance(0.8) }));
      if (answers.length > 0) await send(learner.userId, answers);
      for (const { due_at: due } of (await test.rest('GET', '/progress', { as: learner.userId })).body)
        weekdays.add(new Date(due).getUTCDay());
      test.clock.addDays(1);
    }
    expect([...weekdays].toSorted()).toEqual([1, 2, 4, 5, 6]);
  });
});

it('the table of memories has a column entry for each studied card', async () => {
  const learner = await aLearnerWithDeck(test, 4);
  await send(learner.userId, [
    answerInput(learner, learner.cardIds[0]),
    answerInput(learner, learner.cardIds[1], { wasCorrect: false }),
  ]);
  test.clock.addDays(3);
  const { memoryTable } = await viewer(
    learner.userId,
    `memoryTable { total newCards secondsPerAnswer firstAnswers firstCorrect reviews recalled deckIds stability difficulty elapsedDays dueInDays
      deckPercents { deckId rememberPercent } }`,
  );
  expect(memoryTable).toEqual({
    total: 2,
    newCards: 2,
    secondsPerAnswer: expect.any(Number),
    firstAnswers: 2,
    firstCorrect: 1,
    reviews: 0,
    recalled: 0,
    deckIds: [learner.deckId, learner.deckId],
    stability: [0.212, 2.3065],
    difficulty: [6.413, 2.118],
    elapsedDays: [3, 3],
    dueInDays: [-2, -1],
    deckPercents: [],
  });
});

it.each([
  [
    'three days at the same hour of the world, from Pago Pago to Apia',
    ['2026-03-01T20:00:00Z', 'Pacific/Pago_Pago'],
    ['2026-03-02T20:00:00Z', 'Pacific/Pago_Pago'],
    ['2026-03-03T20:00:00Z', 'Pacific/Apia'],
  ],
  [
    'two evenings in Honolulu, and 22 hours later in Auckland',
    ['2026-03-01T08:00:00Z', 'Pacific/Honolulu'],
    ['2026-03-02T08:00:00Z', 'Pacific/Honolulu'],
    ['2026-03-03T06:00:00Z', 'Pacific/Auckland'],
  ],
])('a date that the traveller never had breaks no streak: %s', async (_route, ...stops) => {
  const learner = await aLearnerWithDeck(test, 4);
  const streak = async () => (await viewer(learner.userId, 'stats { streak }')).stats.streak;
  for (const [index, [at, timezone]] of stops.entries()) {
    test.clock.set(at ?? '');
    await test.graphql(
      'mutation ($zone: String!) { updateStudySettings(input: { timezone: $zone }) { xp } }',
      { zone: timezone },
      { as: learner.userId },
    );
    expect(await streak()).toBe(index);
    await answer(test, learner, learner.cardIds[index] ?? 0);
    expect(await streak()).toBe(index + 1);
  }
  const { statistics } = await viewer(learner.userId, 'statistics { streaks { days } }');
  expect(statistics.streaks).toEqual([{ days: 3 }]);
});

it('a missed day breaks the streak of a traveller, too', async () => {
  const learner = await aLearnerWithDeck(test, 2);
  const zone = (timezone: string) =>
    test.graphql(
      'mutation ($zone: String!) { updateStudySettings(input: { timezone: $zone }) { xp } }',
      { zone: timezone },
      { as: learner.userId },
    );
  test.clock.set('2026-03-01T20:00:00Z');
  await zone('Pacific/Pago_Pago');
  await answer(test, learner, learner.cardIds[0] ?? 0);
  // By the clock of Pago Pago it is the day after tomorrow.
  test.clock.set('2026-03-03T20:00:00Z');
  await zone('Pacific/Apia');
  await answer(test, learner, learner.cardIds[1] ?? 0);
  expect((await viewer(learner.userId, 'stats { streak }')).stats.streak).toBe(1);
});
