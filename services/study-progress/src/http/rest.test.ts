import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dateOf, studyDayAt } from '@kumbuka/contracts/study-day';
import { eventually } from '@kumbuka/testing/servers';
import {
  aLearnerWithDeck,
  answer,
  first,
  freshId,
  startStudyTest,
  type LearnerWithDeck,
  type StudyTest,
} from '../testing/study-suite.ts';

let test: StudyTest;
beforeAll(async () => {
  test = await startStudyTest();
});
afterAll(() => test.stop());

const get = (path: string, userId: number) => test.rest('GET', path, { as: userId });
const finish = (sessionId: string, userId: number) =>
  test.rest('POST', `/study-sessions/${sessionId}/finish`, { as: userId });

describe('POST /progress', () => {
  it('returns 201 and the record of the card with its schedule', async () => {
    const learner = await aLearnerWithDeck(test);
    const { status, body } = await answer(test, learner, first(learner), { time_spent: 1.5 });
    expect(status).toBe(201);
    expect(body).toEqual({
      deck_id: learner.deckId,
      flashcard_id: first(learner),
      study_count: 1,
      correct_attempts: 1,
      incorrect_attempts: 0,
      total_study_time: 1.5,
      is_learned: false,
      last_studied_at: test.clock.now().toISOString(),
      due_at: '2026-03-06T01:00:00.000Z',
      stability: 2.3065,
      difficulty: 2.11810397,
      state: 'review',
      predicted_recall: 1,
    });
  });

  it('counts a wrong answer and schedules the card for tomorrow', async () => {
    const learner = await aLearnerWithDeck(test);
    const { body } = await answer(test, learner, first(learner), { was_correct: false });
    expect(body).toMatchObject({
      correct_attempts: 0,
      incorrect_attempts: 1,
      due_at: '2026-03-05T01:00:00.000Z',
    });
  });

  it('makes a card learned after three right answers and keeps it so', async () => {
    const learner = await aLearnerWithDeck(test);
    for (const wasCorrect of [true, false, true])
      expect((await answer(test, learner, first(learner), { was_correct: wasCorrect })).body.is_learned).toBe(
        false,
      );
    expect((await answer(test, learner, first(learner))).body.is_learned).toBe(true);
    const wrong = await answer(test, learner, first(learner), { was_correct: false });
    expect(wrong.body).toMatchObject({
      is_learned: true,
      study_count: 5,
      correct_attempts: 3,
      incorrect_attempts: 2,
    });
  });

  it('accepts an answer to a new card whose event has not arrived', async () => {
    const [userId, deckId, cardId] = [freshId(), freshId(), freshId()];
    test.decks.cards.set(cardId, {
      cardId,
      deckId,
      ownerId: userId,
      createdAt: test.clock.now().toISOString(),
      cardVersion: 1,
    });
    expect((await answer(test, { userId, deckId }, cardId)).status).toBe(201);
    const callsBefore = test.decks.calls();
    expect((await answer(test, { userId, deckId }, cardId)).body.study_count).toBe(2);
    expect(test.decks.calls()).toBe(callsBefore);
  });

  it('waits for a busy decks service and calls it again', async () => {
    const [userId, deckId, cardId] = [freshId(), freshId(), freshId()];
    const createdAt = test.clock.now().toISOString();
    test.decks.cards.set(cardId, { cardId, deckId, ownerId: userId, createdAt, cardVersion: 1 });
    test.decks.delay(900, 500);
    expect((await answer(test, { userId, deckId }, cardId)).status).toBe(201);
  });

  it('counts every one of 50 parallel answers of a card', async () => {
    const learner = await aLearnerWithDeck(test);
    const responses = Array.from({ length: 50 }, (_, index) =>
      answer(test, learner, first(learner), { was_correct: index % 2 === 0 }),
    );
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(50).fill(201));
    const { body } = await get(`/progress/deck/${learner.deckId}`, learner.userId);
    expect(body).toMatchObject([{ study_count: 50, correct_attempts: 25, incorrect_attempts: 25 }]);
    expect((await get('/dashboard', learner.userId)).body).toMatchObject({
      accuracy: 50,
      completedThisWeek: 1,
    });
  });

  it('counts a client_event_id once, however often it is sent, also in parallel', async () => {
    const learner = await aLearnerWithDeck(test);
    const same = () => answer(test, learner, first(learner), { client_event_id: 'only-once' });
    const responses = await Promise.all(Array.from({ length: 20 }, same));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect((await same()).body.study_count).toBe(1);
    expect((await test.log(learner.userId)).filter(({ kind }) => kind === 'reviewed')).toHaveLength(1);
  });

  it('lets different learners use the same client_event_id', async () => {
    const [one, other] = [await aLearnerWithDeck(test), await aLearnerWithDeck(test)];
    for (const learner of [one, other])
      expect(
        (await answer(test, learner, first(learner), { client_event_id: 'shared' })).body.study_count,
      ).toBe(1);
  });

  it('returns the stored response for a repeated Idempotency-Key', async () => {
    const learner = await aLearnerWithDeck(test);
    const body = { deck_id: learner.deckId, flashcard_id: first(learner), was_correct: true, time_spent: 0 };
    const headers = { 'idempotency-key': `key-${learner.userId}` };
    const send = () => test.rest('POST', '/progress', { as: learner.userId, body, headers });
    expect((await send()).text).toBe((await send()).text);
    expect((await get('/progress', learner.userId)).body[0].study_count).toBe(1);
  });

  it('merges a late offline answer as if it had arrived in time', async () => {
    const [early, late] = [await aLearnerWithDeck(test), await aLearnerWithDeck(test)];
    const times = [
      test.clock.minutesAgo(5 * 1_440),
      test.clock.minutesAgo(3 * 1_440),
      test.clock.minutesAgo(1_440),
    ];
    const send = (learner: LearnerWithDeck, index: number) =>
      answer(test, learner, first(learner), { answered_at: times[index], was_correct: index !== 1 });
    for (const index of [0, 1, 2]) await send(early, index);
    for (const index of [2, 0, 1]) await send(late, index);
    const recordOf = async (learner: LearnerWithDeck) => (await get('/progress', learner.userId)).body[0];
    const [inOrder, merged] = [await recordOf(early), await recordOf(late)];
    expect(merged.study_count).toBe(3);
    expect(merged.last_studied_at).toBe(times[2]);
    // The interval's fuzz depends on the card; everything else depends on the answers only.
    for (const field of ['stability', 'difficulty', 'predicted_recall'])
      expect(merged[field]).toBe(inOrder[field]);
    const dashboards = await Promise.all([early, late].map(({ userId }) => get('/dashboard', userId)));
    expect(dashboards[1]?.body.retention_rate).toBe(dashboards[0]?.body.retention_rate);
  });

  it('writes what the log needs to be replayed', async () => {
    const learner = await aLearnerWithDeck(test);
    await answer(test, learner, first(learner), { client_event_id: 'named', session_id: 'morning' });
    expect(await test.log(learner.userId)).toMatchObject([
      {
        kind: 'parameters-changed',
        seq: 1,
        parameters: { version: 2, rule: 2, model: 'fsrs-6', desiredRetention: 0.9, longestInterval: 36_500 },
      },
      {
        kind: 'reviewed',
        seq: 2,
        rating: 3,
        answeredAt: test.clock.now(),
        durationMs: 15_000,
        sessionId: 'morning',
        clientEventId: 'named',
        offsetMinutes: 180,
        dayStartHour: 4,
        parameterVersion: 2,
        predictedRecall: null,
      },
    ]);
    test.clock.addDays(3);
    await answer(test, learner, first(learner));
    expect((await test.log(learner.userId)).at(-1)).toMatchObject({
      predictedRecall: expect.closeTo(0.88, 1) as number,
    });
  });

  it.each([
    ['31 days ago', () => test.clock.minutesAgo(31 * 1_440)],
    ['6 minutes ahead', () => test.clock.minutesAgo(-6)],
    ['before the card was made', () => '2025-12-31T23:59:59Z'],
    ['yesterday, in words', () => 'yesterday'],
  ])('refuses an answer given %s', async (_when, at) => {
    const learner = await aLearnerWithDeck(test);
    const { status, body } = await answer(test, learner, first(learner), { answered_at: at() });
    expect([status, body.code]).toEqual([400, 'VALIDATION']);
    expect((await get('/progress', learner.userId)).body).toEqual([]);
  });

  it.each([60.01, 75, 100_000])('counts %d minutes of an answer as 60', async (minutes) => {
    const learner = await aLearnerWithDeck(test);
    const { status } = await answer(test, learner, first(learner), { time_spent: minutes });
    expect(status).toBe(201);
    expect((await test.log(learner.userId)).at(-1)).toMatchObject({ durationMs: 3_600_000 });
  });

  it('ignores the fields of GET /user/stats that are not the goal, and refuses others', async () => {
    const learner = await aLearnerWithDeck(test);
    const put = (body: unknown) => test.rest('PUT', '/user/stats', { as: learner.userId, body });
    const { body } = await put({ weekly_goal: 70 });
    expect(await put({ ...body, weekly_goal: 80 })).toMatchObject({
      status: 200,
      body: { weekly_goal: 80 },
    });
    expect((await put({ weekly_goal: 80, goal: 1 })).status).toBe(400);
  });

  it.each([
    ['an unknown field', { extra: 1 }],
    ['a number as text', { time_spent: '1' }],
    ['negative minutes', { time_spent: -0.1 }],
    ['a word for a boolean', { was_correct: 'yes' }],
    ['a deck id of 0', { deck_id: 0 }],
    ['a fraction for a card', { flashcard_id: 1.5 }],
    ['a session name with blanks', { session_id: 'my session' }],
    ['an endless client_event_id', { client_event_id: 'x'.repeat(65) }],
    ['null for an optional field', { session_id: null }],
  ])('refuses %s', async (_what, wrong) => {
    const learner = await aLearnerWithDeck(test, 1);
    const { status, body } = await answer(test, learner, first(learner), wrong);
    expect([status, body.code]).toEqual([400, 'VALIDATION']);
    expect(body.details.length).toBeGreaterThan(0);
  });

  it('accepts 0 and 60 minutes', async () => {
    const learner = await aLearnerWithDeck(test, 1);
    await answer(test, learner, first(learner), { time_spent: 0 });
    expect((await answer(test, learner, first(learner), { time_spent: 60 })).body.total_study_time).toBe(60);
  });

  it('responds with 503 and Retry-After, and writes nothing, while decks is unavailable and the card unknown', async () => {
    const away = await startStudyTest();
    await away.decks.stop();
    const { status, body, headers } = await answer(away, { userId: 1, deckId: 2 }, 3);
    expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await away.rows(1)).toEqual([]);
    await away.stop();
  });
});

describe('a deck or card that is missing or another learner’s', () => {
  const bare = ({ body }: { body: Record<string, unknown> }) => ({ ...body, requestId: undefined });

  it('is refused alike, deck first', async () => {
    const [mine, theirs] = [await aLearnerWithDeck(test), await aLearnerWithDeck(test)];
    const foreignDeck = await answer(test, { userId: mine.userId, deckId: theirs.deckId }, first(theirs));
    const missingDeck = await answer(test, { userId: mine.userId, deckId: freshId() }, freshId());
    expect([foreignDeck.status, foreignDeck.body.code]).toEqual([404, 'DECK_NOT_FOUND']);
    expect(bare(foreignDeck)).toEqual(bare(missingDeck));
    const foreignCard = await answer(test, mine, first(theirs));
    const missingCard = await answer(test, mine, freshId());
    expect([foreignCard.status, foreignCard.body.code]).toEqual([404, 'FLASHCARD_NOT_FOUND']);
    expect(bare(foreignCard)).toEqual(bare(missingCard));
    expect(await test.log(mine.userId)).toEqual([]);
  });

  it('is refused when it belongs to another learner in decks', async () => {
    const [userId, owner, deckId, cardId] = [freshId(), freshId(), freshId(), freshId()];
    const createdAt = test.clock.now().toISOString();
    test.decks.decks.set(deckId, { deckId, ownerId: owner, createdAt, deckVersion: 1 });
    test.decks.cards.set(cardId, { cardId, deckId, ownerId: owner, createdAt, cardVersion: 1 });
    expect((await answer(test, { userId, deckId }, cardId)).body.code).toBe('DECK_NOT_FOUND');
    expect((await get(`/progress/deck/${deckId}`, userId)).body.code).toBe('DECK_NOT_FOUND');
    expect(await test.rows(userId)).toEqual([]);
  });

  it('a card of another deck of the same learner is refused', async () => {
    const mine = await aLearnerWithDeck(test);
    const deckId = freshId();
    test.decks.decks.set(deckId, {
      deckId,
      ownerId: mine.userId,
      createdAt: test.clock.now().toISOString(),
      deckVersion: 1,
    });
    const { body } = await answer(test, { userId: mine.userId, deckId }, first(mine));
    expect(body.code).toBe('FLASHCARD_NOT_FOUND');
  });
});

describe('GET /progress', () => {
  it('is empty for a new learner', async () => {
    const { status, body } = await get('/progress', freshId());
    expect([status, body]).toEqual([200, []]);
  });
  it('lists answered cards only, by deck and card, and only the caller’s', async () => {
    const [one, other] = [await aLearnerWithDeck(test), await aLearnerWithDeck(test)];
    for (const cardId of one.cardIds.slice(0, 2).toReversed()) await answer(test, one, cardId);
    await answer(test, other, first(other));
    const { body } = await get('/progress', one.userId);
    expect(body.map((record: { flashcard_id: number }) => record.flashcard_id)).toEqual(
      one.cardIds.slice(0, 2),
    );
  });
  it('of a deck without answers is empty, also of a new deck', async () => {
    const learner = await aLearnerWithDeck(test);
    expect((await get(`/progress/deck/${learner.deckId}`, learner.userId)).body).toEqual([]);
    const deckId = freshId();
    const createdAt = test.clock.now().toISOString();
    test.decks.decks.set(deckId, { deckId, ownerId: learner.userId, createdAt, deckVersion: 1 });
    expect((await get(`/progress/deck/${deckId}`, learner.userId)).body).toEqual([]);
  });
  it('of a missing deck is 404, of a bad id 400', async () => {
    expect((await get(`/progress/deck/${freshId()}`, freshId())).body.code).toBe('DECK_NOT_FOUND');
    expect((await get('/progress/deck/abc', freshId())).body.code).toBe('VALIDATION');
  });
});

describe('a study session', () => {
  it('is finished once, and earns its 10 XP once', async () => {
    const learner = await aLearnerWithDeck(test);
    const sessionId = `s-${learner.userId}`;
    await answer(test, learner, learner.cardIds[0] ?? 0, { session_id: sessionId, time_spent: 0.5 });
    await answer(test, learner, learner.cardIds[1] ?? 0, { session_id: sessionId, was_correct: false });
    const [one, two] = [await finish(sessionId, learner.userId), await finish(sessionId, learner.userId)];
    expect(one.body).toEqual({
      session_id: sessionId,
      answered: 2,
      correct: 1,
      minutes: 0.75,
      xp_earned: 10,
      finished_at: test.clock.now().toISOString(),
    });
    expect(two.body).toEqual(one.body);
    expect((await get('/user', learner.userId)).body).toMatchObject({ xp: 10, nextLevelXp: 200, level: 1 });
  });

  it('on two tabs or devices counts a card once: the second answer is refused as a repeat', async () => {
    const learner = await aLearnerWithDeck(test);
    const answerFrom = (client_event_id: string, session_id = 'shared') =>
      answer(test, learner, first(learner), { session_id, client_event_id });
    expect((await answerFrom('laptop')).status).toBe(201);
    expect((await answerFrom('phone')).body).toMatchObject({ code: 'ANSWER_REPEATED' });
    expect((await answerFrom('phone')).status).toBe(409);
    expect((await answerFrom('laptop')).body.study_count).toBe(1);
    await finish('shared', learner.userId);
    expect((await answerFrom('after-its-end')).status).toBe(409);
    expect((await answerFrom('next-round', 'another')).body.study_count).toBe(2);
    expect((await finish('shared', learner.userId)).body.answered).toBe(1);
  });

  it('counts a card once although two devices answer it at the same moment', async () => {
    const learner = await aLearnerWithDeck(test);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        answer(test, learner, first(learner), { session_id: 'race', client_event_id: `device-${index}` }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect((await finish('race', learner.userId)).body.answered).toBe(1);
  });

  it('that had no name and is resumed by its name refuses a card that it answered', async () => {
    const learner = await aLearnerWithDeck(test);
    await answer(test, learner, first(learner));
    const entry = (await test.log(learner.userId)).at(-1);
    const session_id = entry?.kind === 'reviewed' ? entry.sessionId : '';
    expect((await answer(test, learner, first(learner), { session_id })).status).toBe(409);
    expect((await answer(test, learner, learner.cardIds[1] ?? 0, { session_id })).status).toBe(201);
  });

  it('of zero seconds earns no XP, however many there are', async () => {
    const learner = await aLearnerWithDeck(test);
    for (const session_id of ['zero-1', 'zero-2', 'zero-3']) {
      await answer(test, learner, first(learner), { session_id, time_spent: 0 });
      expect((await finish(session_id, learner.userId)).body.xp_earned).toBe(0);
    }
    expect((await get('/user', learner.userId)).body.xp).toBe(0);
  });

  it('finished by 20 parallel calls earns its XP once', async () => {
    const learner = await aLearnerWithDeck(test);
    await answer(test, learner, first(learner), { session_id: 'parallel' });
    await Promise.all(Array.from({ length: 20 }, () => finish('parallel', learner.userId)));
    expect((await get('/user', learner.userId)).body.xp).toBe(10);
    const finished = (await test.events()).filter(
      ({ type, data }) => type === 'study-progress.session-finished' && data['userId'] === learner.userId,
    );
    expect(finished).toHaveLength(1);
  });

  it('that is unknown or another learner’s is 404', async () => {
    const learner = await aLearnerWithDeck(test);
    await answer(test, learner, first(learner), { session_id: 'private' });
    expect((await finish('private', freshId())).body.code).toBe('STUDY_SESSION_NOT_FOUND');
    expect((await finish('never', learner.userId)).status).toBe(404);
  });

  it('that is not finished ends 30 minutes after its last answer, with its XP', async () => {
    const learner = await aLearnerWithDeck(test);
    await answer(test, learner, first(learner), { session_id: 'left-open' });
    const ends = new Date(test.clock.now().getTime() + 30 * 60_000).toISOString();
    test.clock.addMinutes(29);
    expect((await get('/user', learner.userId)).body.xp).toBe(0);
    test.clock.addMinutes(1);
    expect((await get('/user', learner.userId)).body.xp).toBe(10);
    expect((await finish('left-open', learner.userId)).body).toMatchObject({
      xp_earned: 10,
      finished_at: ends,
    });
  });

  it('the dashboard shows the same numbers before and after an expired session ends', async () => {
    const learner = await aLearnerWithDeck(test);
    await answer(test, learner, first(learner));
    test.clock.addMinutes(31);
    const before = (await get('/dashboard', learner.userId)).body;
    expect(before).toMatchObject({ accuracy: 100, completedThisWeek: 1 });
    expect((await get('/user', learner.userId)).body.xp).toBe(10);
    expect((await get('/dashboard', learner.userId)).body).toEqual(before);
  });

  it('is ended by the job when its learner does not return', async () => {
    const learner = await aLearnerWithDeck(test);
    await answer(test, learner, first(learner));
    test.clock.addMinutes(31);
    await eventually(async () => {
      const finished = (await test.rows(learner.userId)).filter(({ kind }) => kind === 'session');
      expect(finished).toMatchObject([{ xp: 10, answered: 1 }]);
    });
  });

  it('without a name is one for each deck until 30 minutes pass', async () => {
    const learner = await aLearnerWithDeck(test);
    const other = { ...(await aLearnerWithDeck(test)), userId: learner.userId };
    const sessions = async () =>
      (await test.log(learner.userId)).flatMap((entry) =>
        entry.kind === 'reviewed' ? [entry.sessionId] : [],
      );
    await answer(test, learner, learner.cardIds[0] ?? 0);
    test.clock.addMinutes(20);
    await answer(test, learner, learner.cardIds[1] ?? 0);
    test.clock.addMinutes(31);
    await answer(test, learner, learner.cardIds[2] ?? 0);
    const [one, two, three] = await sessions();
    expect(one).toBe(two);
    expect(three).not.toBe(one);
    expect((await answer(test, other, other.cardIds[0] ?? 0)).body.code).toBe('DECK_NOT_FOUND');
    test.clock.addMinutes(31);
    expect((await get('/user', learner.userId)).body.xp).toBe(20);
  });

  it('accepts answers after its end without XP', async () => {
    const learner = await aLearnerWithDeck(test);
    await answer(test, learner, learner.cardIds[0] ?? 0, { session_id: 'late' });
    await finish('late', learner.userId);
    expect((await answer(test, learner, learner.cardIds[1] ?? 0, { session_id: 'late' })).status).toBe(201);
    expect((await finish('late', learner.userId)).body).toMatchObject({ answered: 2, xp_earned: 10 });
    test.clock.addMinutes(40);
    expect((await get('/user', learner.userId)).body.xp).toBe(10);
  });

  it('a learner reaches level 2 after 20 study sessions, which is published once', async () => {
    const learner = await aLearnerWithDeck(test);
    for (let index = 0; index < 21; index++) {
      await answer(test, learner, first(learner), { session_id: `s${index}` });
      await finish(`s${index}`, learner.userId);
    }
    expect((await get('/user', learner.userId)).body).toMatchObject({ xp: 210, level: 2, nextLevelXp: 400 });
    const published = (await test.events()).filter(
      ({ type, data }) => type === 'study-progress.level-reached' && data['userId'] === learner.userId,
    );
    expect(published).toMatchObject([{ data: { level: 2, xp: 200 } }]);
  });
});

it('other processes can read the progress of all decks of a learner', async () => {
  const learner = await aLearnerWithDeck(test);
  await answer(test, learner, first(learner));
  await answer(test, learner, learner.cardIds[1] ?? 0, { was_correct: false });
  const path = `/internal/learners/${learner.userId}/deck-progress`;
  const lastStudied = test.clock.now().toISOString();
  const today = studyDayAt({ timezone: 'Africa/Nairobi', dayStartHour: 4 }, test.clock.now());
  const nextDueOn = dateOf(today + 1);
  expect((await test.rest('GET', path)).body).toEqual({
    decks: [{ deckId: learner.deckId, mastery: 50, lastStudied, nextDueOn, version: 2 }],
  });
});

describe('the learner’s numbers', () => {
  it('of a new learner are 0, the goal 50', async () => {
    const userId = freshId();
    expect((await get('/dashboard', userId)).body).toEqual({
      weekly_goal: 50,
      mastery_level: 0,
      study_streak: 0,
      focus_score: 0,
      retention_rate: 0,
      cards_mastered: 0,
      minutes_per_day: 0,
      accuracy: 0,
      dueCount: 0,
      completedThisWeek: 0,
    });
    expect((await get('/user', userId)).body).toEqual({
      streakDays: 0,
      stats: { streak: 0, weekly_goal: 50, completed_this_week: 0 },
      xp: 0,
      nextLevelXp: 200,
      level: 1,
      weeklyGoal: { targetDays: 3, completedDays: 0 },
      timezone: 'Africa/Nairobi',
    });
  });

  it('change with the days', async () => {
    test.clock.set('2026-04-05T09:00:00Z');
    const learner = await aLearnerWithDeck(test, 4);
    const [a, b, c] = learner.cardIds as [number, number, number];
    await answer(test, learner, a, { time_spent: 2 });
    await answer(test, learner, b, { time_spent: 0.5 });
    test.clock.addDays(1);
    await answer(test, learner, a, { time_spent: 0.5 });
    await answer(test, learner, a, { time_spent: 0.5 });
    await answer(test, learner, b, { was_correct: false, time_spent: 1 });
    await answer(test, learner, c, { was_correct: false, time_spent: 1.5 });
    expect((await get('/dashboard', learner.userId)).body).toEqual({
      weekly_goal: 50,
      mastery_level: 25,
      study_streak: 2,
      focus_score: 67,
      retention_rate: 50,
      cards_mastered: 1,
      minutes_per_day: 3,
      accuracy: 67,
      dueCount: 0,
      completedThisWeek: 3,
    });
    test.clock.addDays(1);
    expect((await get('/dashboard', learner.userId)).body).toMatchObject({ dueCount: 2, study_streak: 2 });
    test.clock.set('2026-04-12T01:00:00Z');
    expect((await get('/dashboard', learner.userId)).body).toMatchObject({
      study_streak: 0,
      completedThisWeek: 0,
      accuracy: 67,
    });
    expect((await get('/user', learner.userId)).body.weeklyGoal).toEqual({ targetDays: 3, completedDays: 0 });
  });

  it('PUT /user/stats sets the goal and returns the stats of GET /user', async () => {
    const userId = freshId();
    const put = (weekly_goal: unknown) =>
      test.rest('PUT', '/user/stats', { as: userId, body: { weekly_goal } });
    const { status, body } = await put(230);
    expect([status, body]).toEqual([200, { streak: 0, weekly_goal: 230, completed_this_week: 0 }]);
    expect((await get('/user', userId)).body.stats).toEqual(body);
    for (const wrong of [0, 10_001, 2.5, '50', null]) expect((await put(wrong)).status).toBe(400);
    expect((await get('/dashboard', userId)).body.weekly_goal).toBe(230);
  });
});

it.each([
  ['GET', '/dashboard'],
  ['GET', '/progress'],
  ['GET', '/progress/deck/1'],
  ['POST', '/progress'],
  ['POST', '/study-sessions/s/finish'],
  ['PUT', '/user/stats'],
  ['GET', '/user'],
] as const)('%s %s needs a token and the internal key', async (method, path) => {
  expect((await test.rest(method, path)).body.code).toBe('UNAUTHENTICATED');
  expect((await test.rest(method, path, { token: 'a.b.c' })).status).toBe(401);
  const headers = { 'x-kumbuka-internal-key': 'a-guess-at-the-key' };
  expect((await test.rest(method, path, { as: 1, headers })).status).toBe(403);
});
