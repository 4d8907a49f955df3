import { describe, expect, it } from 'vitest';
import { eventually } from '@kumbuka/testing/servers';
import { first, addDeck, aLearnerWithDeck, answer, events, freshId } from '../testing/study-suite.ts';
import { answerInput, entities, query, send, test, useSubgraph, viewer } from '../testing/subgraph-suite.ts';

useSubgraph();

describe('decks and cards of the graph', () => {
  const deckFields =
    '... on Deck { id progress { dueCount newCount learnedCount mastery lastStudied nextDueAt memory { recall isDue } } }';
  it('show the progress of the learner', async () => {
    const learner = await aLearnerWithDeck(test, 3);
    await send(learner.userId, [
      answerInput(learner, learner.cardIds[0]),
      answerInput(learner, learner.cardIds[1], { wasCorrect: false }),
    ]);
    const studiedAt = test.clock.now().toISOString();
    const deck = { __typename: 'Deck', id: String(learner.deckId) };
    const { data } = await entities(learner.userId, [deck], deckFields);
    expect(data._entities[0].progress).toMatchObject({
      dueCount: 0,
      newCount: 1,
      learnedCount: 0,
      mastery: 50,
      lastStudied: studiedAt,
      memory: [
        { recall: 1, isDue: false },
        { recall: 1, isDue: false },
        { recall: null, isDue: false },
      ],
    });
    test.clock.addDays(2);
    const later = (await entities(learner.userId, [deck], deckFields)).data._entities[0].progress;
    expect(later.dueCount).toBe(2);
    expect(later.memory[0].recall).toBeGreaterThan(later.memory[1].recall);
    expect(later.memory.map(({ isDue }: { isDue: boolean }) => isDue)).toEqual([true, true, false]);
  });

  it('that are unknown or another learner’s look new and reveal nothing', async () => {
    const theirs = await aLearnerWithDeck(test);
    await answer(test, theirs, first(theirs));
    const look = async (deckId: number, cardId: number) =>
      (
        await entities(
          theirs.userId + 100_000,
          [
            { __typename: 'Deck', id: String(deckId) },
            { __typename: 'Flashcard', id: String(cardId) },
          ],
          '... on Deck { progress { dueCount newCount mastery memory { isDue } } } ... on Flashcard { schedule { state studyCount } }',
        )
      ).data;
    const foreign = await look(theirs.deckId, first(theirs));
    expect(foreign).toEqual(await look(freshId(), freshId()));
    expect(foreign._entities[1].schedule).toEqual({ state: 'NEW', studyCount: 0 });
  });

  it('resolve another user to null', async () => {
    const { data } = await entities(
      freshId(),
      [{ __typename: 'User', id: '1' }],
      '... on User { stats { xp } }',
    );
    expect(data._entities).toEqual([null]);
  });
});

describe('the dashboard', () => {
  it('names the decks with due cards, most first, and when the next card falls due', async () => {
    const learner = await aLearnerWithDeck(test, 3);
    const small = { userId: learner.userId, deckId: freshId(), cardIds: [freshId(), freshId()] };
    await addDeck(test, small.userId, small.deckId, small.cardIds);
    await send(learner.userId, [
      ...learner.cardIds.slice(0, 2).map((cardId) => answerInput(learner, cardId, { wasCorrect: false })),
      answerInput(small, small.cardIds[0], { wasCorrect: false }),
      answerInput(small, small.cardIds[1]),
    ]);
    const fields =
      'dashboard { dueCount newCount dueMinutes nextDueAt dueDeckCount dueDecks { deckId dueCount deck { id } } weeklyGoal focusScorePercent }';
    expect((await viewer(learner.userId, fields)).dashboard).toMatchObject({
      dueCount: 0,
      dueDecks: [],
      dueDeckCount: 0,
    });
    test.clock.addDays(1);
    const { dashboard } = await viewer(learner.userId, fields);
    expect(dashboard).toMatchObject({
      dueCount: 3,
      newCount: 1,
      dueMinutes: 1,
      dueDeckCount: 2,
      weeklyGoal: 50,
      focusScorePercent: 100,
    });
    expect(dashboard.dueDecks).toEqual([
      { deckId: String(learner.deckId), dueCount: 2, deck: { id: String(learner.deckId) } },
      { deckId: String(small.deckId), dueCount: 1, deck: { id: String(small.deckId) } },
    ]);
    expect(Date.parse(dashboard.nextDueAt)).toBeGreaterThan(test.clock.now().getTime());
  });

  it('has a forecast and the past days', async () => {
    const learner = await aLearnerWithDeck(test, 3);
    await send(learner.userId, [
      answerInput(learner, learner.cardIds[0]),
      answerInput(learner, learner.cardIds[1], { wasCorrect: false }),
      answerInput(learner, learner.cardIds[2], { answeredAt: test.clock.minutesAgo(3 * 1_440) }),
    ]);
    const { forecast, reviewDays } = await viewer(
      learner.userId,
      'forecast(days: 4) { date count } reviewDays(days: 7) { date count }',
    );
    expect(forecast.map(({ count }: { count: number }) => count)).toEqual([1, 1, 1, 0]);
    expect(reviewDays.map(({ count }: { count: number }) => count)).toEqual([1, 2]);
    expect(reviewDays[1].date).toBe(forecast[0].date);
    for (const wrong of ['forecast(days: 61) { count }', 'reviewDays(days: 0) { count }'])
      expect((await query(learner.userId, wrong)).code).toBe('VALIDATION');
  });
});

describe('the statistics', () => {
  const fields = (days: string) => `statistics${days} {
    days { date answers minutes } hours { hour answers } intervals { fromDays toDays reviews recalled }
    decks { deckId deck { id } cards learned mastery } streaks { from to days }
  }`;
  const numbers = async (userId: number, days = '') => (await viewer(userId, fields(days))).statistics;

  it('show days, hours, intervals, decks and streaks', async () => {
    const learner = await aLearnerWithDeck(test, 3);
    const other = await aLearnerWithDeck(test, 1);
    await send(other.userId, [answerInput(other, other.cardIds[0])]);
    await send(learner.userId, [
      answerInput(learner, learner.cardIds[0], { answeredAt: test.clock.minutesAgo(3 * 1_440) }),
      answerInput(learner, learner.cardIds[0], { wasCorrect: false, timeSpentMinutes: 1.5 }),
      answerInput(learner, learner.cardIds[1]),
    ]);
    const { days, hours, intervals, decks, streaks } = await numbers(learner.userId, '(days: 5)');
    expect(days.map(({ answers }: { answers: number }) => answers)).toEqual([0, 1, 0, 0, 2]);
    expect(days.map(({ minutes }: { minutes: number }) => minutes)).toEqual([0, 0.25, 0, 0, 1.75]);
    expect(hours.map(({ hour }: { hour: number }) => hour)).toEqual(Array.from({ length: 24 }, (_, h) => h));
    expect(Math.max(...hours.map(({ answers }: { answers: number }) => answers))).toBe(3);
    expect(intervals[1]).toEqual({ fromDays: 2, toDays: 3, reviews: 1, recalled: 0 });
    const deckId = String(learner.deckId);
    expect(decks).toEqual([{ deckId, deck: { id: deckId }, cards: 3, learned: 0, mastery: 67 }]);
    expect(streaks.map(({ days: length }: { days: number }) => length)).toEqual([1, 1]);
    expect(streaks[0].to).toBe(days[4].date);
  });

  it('of a new learner are zeros', async () => {
    const { days, decks, streaks } = await numbers(freshId());
    expect(days).toHaveLength(30);
    expect(days[0]).toMatchObject({ answers: 0, minutes: 0 });
    expect([decks, streaks]).toEqual([[], []]);
  });

  it('of a day whose row was written before minutes were counted show no minutes', async () => {
    const learner = await aLearnerWithDeck(test, 2);
    await send(learner.userId, [answerInput(learner, learner.cardIds[0])]);
    const old = { ownerId: learner.userId, kind: 'day' };
    await test.connection.collection('projections').updateOne(old, { $unset: { durationMs: 1, hours: 1 } });
    await send(learner.userId, [answerInput(learner, learner.cardIds[1])]);
    expect((await numbers(learner.userId, '(days: 1)')).days).toMatchObject([{ answers: 2, minutes: null }]);
  });

  it('are refused for no day and for more than 366', async () => {
    for (const days of ['(days: 0)', '(days: 367)', '(days: -5)'])
      expect((await query(freshId(), fields(days))).code).toBe('VALIDATION');
  });
});

describe('stats', () => {
  it('show the week, the level and the badges', async () => {
    test.clock.set('2026-07-05T08:00:00Z');
    const learner = await aLearnerWithDeck(test, 3);
    for (const [index, cardId] of learner.cardIds.entries()) {
      await send(learner.userId, [answerInput(learner, cardId, { sessionId: `day-${index}` })]);
      await test.rest('POST', `/study-sessions/day-${index}/finish`, { as: learner.userId });
      test.clock.addDays(1);
    }
    const { stats } = await viewer(
      learner.userId,
      'stats { streak xp level nextLevelXp completedThisWeek completedDays studiedWeekdays weekday timezone dayStartHour badges { kind earnedAt progress target } }',
    );
    expect(stats).toMatchObject({
      streak: 3,
      xp: 30,
      level: 1,
      nextLevelXp: 200,
      completedThisWeek: 3,
      completedDays: 3,
      studiedWeekdays: [0, 1, 2],
      weekday: 3,
      timezone: 'Africa/Nairobi',
      dayStartHour: 4,
    });
    expect(stats.badges).toEqual([
      { kind: 'FIRST_SESSION', earnedAt: '2026-07-05T08:00:00.000Z', progress: 1, target: 1 },
      { kind: 'SEVEN_DAYS', earnedAt: null, progress: 3, target: 7 },
      { kind: 'HUNDRED_MASTERED', earnedAt: null, progress: 0, target: 100 },
    ]);
  });
});

it('mastered cards are one number on the dashboard, at the badge and in the statistics, also after a deck is deleted', async () => {
  const learner = await aLearnerWithDeck(test, 2);
  const other = { userId: learner.userId, deckId: freshId(), cardIds: [freshId()] };
  await addDeck(test, other.userId, other.deckId, other.cardIds);
  const fields =
    'stats { badges { kind progress } } dashboard { cardsMastered completedThisWeek answers reviews } statistics { decks { deckId learned } } reviewDays { count }';
  for (const turn of [1, 2, 3])
    await send(learner.userId, [
      answerInput(learner, learner.cardIds[0], { sessionId: `agree-${turn}` }),
      answerInput(other, other.cardIds[0], { sessionId: `agree-${turn}` }),
    ]);
  const shown = async () => {
    const { stats, dashboard, statistics, reviewDays } = await viewer(learner.userId, fields);
    const badge = stats.badges.find(({ kind }: { kind: string }) => kind === 'HUNDRED_MASTERED');
    const learned = statistics.decks.reduce(
      (sum: number, deck: { learned: number }) => sum + deck.learned,
      0,
    );
    return { ...dashboard, badge: badge.progress, learned, answered: reviewDays[0].count };
  };
  const counted = { answers: 6, reviews: 0, answered: 6 };
  expect(await shown()).toEqual({ cardsMastered: 2, badge: 2, learned: 2, completedThisWeek: 2, ...counted });
  test.decks.removeDeck(other.deckId);
  await test.publish([events.deckDeleted(learner.userId, other.deckId)]);
  await eventually(async () =>
    expect(await shown()).toMatchObject({ cardsMastered: 1, badge: 1, learned: 1, ...counted }),
  );
});

it('every field requires a token', async () => {
  expect((await test.graphql('{ viewer { id } }')).code).toBe('UNAUTHENTICATED');
  const anonymous = await test.graphql(
    `query ($references: [_Any!]!) { _entities(representations: $references) { ... on Deck { progress { dueCount } } } }`,
    { references: [{ __typename: 'Deck', id: '1' }] },
  );
  expect(anonymous.code).toBe('UNAUTHENTICATED');
});
