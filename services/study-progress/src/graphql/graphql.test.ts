import { eventually } from '@kumbuka/test-servers';
import { afterAll, beforeAll, describe, expect, test as sentence } from 'vitest';
import {
  aLearnerWithDeck,
  addDeck,
  answer,
  events,
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

const minutesAgo = (minutes: number) => new Date(test.clock.now().getTime() - minutes * 60_000).toISOString();
const query = (userId: number, fields: string, variables: Record<string, unknown> = {}) =>
  test.graphql(`query { viewer { id ${fields} } }`, variables, { as: userId });
const viewer = async (userId: number, fields: string) => {
  const { data, errors } = await query(userId, fields);
  expect(errors).toBeUndefined();
  return data.viewer;
};

const record = /* GraphQL */ `
  mutation ($answers: [AnswerInput!]!) {
    recordAnswers(input: { answers: $answers }) {
      results {
        clientEventId
        errorCode
        flashcard {
          id
        }
        schedule {
          state
          studyCount
          correctAttempts
          intervalDays
        }
      }
      stats {
        xp
        streak
        completedThisWeek
      }
    }
  }
`;
let named = 0;
const answerInput = (
  { deckId }: { deckId: number },
  cardId: number | undefined,
  more: Record<string, unknown> = {},
) => ({
  deckId: String(deckId),
  flashcardId: String(cardId),
  wasCorrect: true,
  timeSpentMinutes: 0.25,
  clientEventId: `g-${++named}`,
  ...more,
});
const send = async (userId: number, answers: unknown[]) => test.graphql(record, { answers }, { as: userId });
const undo = (userId: number, clientEventId: string) =>
  test.graphql(
    `mutation ($id: ID!) { undoAnswer(input: { clientEventId: $id }) {
      flashcard { id } schedule { state studyCount correctAttempts lastStudiedAt dueAt } stats { streak completedThisWeek }
    } }`,
    { id: clientEventId },
    { as: userId },
  );
const entities = (userId: number, references: unknown[], fields: string) =>
  test.graphql(
    `query ($references: [_Any!]!) { _entities(representations: $references) { ${fields} } }`,
    { references },
    { as: userId },
  );
const first = ({ cardIds }: LearnerWithDeck) => cardIds[0] ?? 0;

describe('recordAnswers', () => {
  sentence('recordAnswers gives each answer its own outcome', async () => {
    const learner = await aLearnerWithDeck(test);
    const theirs = await aLearnerWithDeck(test);
    const [a, b] = learner.cardIds;
    const { data } = await send(learner.userId, [
      answerInput(learner, a, { clientEventId: 'ok' }),
      answerInput(theirs, first(theirs)),
      answerInput(learner, freshId()),
      answerInput(learner, b, { answeredAt: minutesAgo(40 * 1_440) }),
      answerInput(learner, b, { timeSpentMinutes: -1 }),
      answerInput(learner, b, { sessionId: 'not a name' }),
      answerInput(learner, a, { clientEventId: 'ok' }),
      answerInput(learner, b),
    ]);
    const { results, stats } = data.recordAnswers;
    expect(results.map(({ errorCode }: { errorCode: string }) => errorCode)).toEqual([
      null,
      'DECK_NOT_FOUND',
      'FLASHCARD_NOT_FOUND',
      'VALIDATION',
      'VALIDATION',
      'VALIDATION',
      null,
      null,
    ]);
    expect(results[0]).toMatchObject({
      flashcard: { id: String(a) },
      schedule: { state: 'REVIEW', studyCount: 1, intervalDays: 2 },
    });
    expect(results[6].schedule.studyCount).toBe(1);
    expect(stats).toEqual({ xp: 0, streak: 1, completedThisWeek: 2 });
  });

  sentence(
    'recordAnswers refuses an empty list, more than 100 answers and a call without a token',
    async () => {
      const learner = await aLearnerWithDeck(test, 1);
      expect((await send(learner.userId, [])).code).toBe('VALIDATION');
      const many = Array.from({ length: 101 }, () => answerInput(learner, first(learner)));
      expect((await send(learner.userId, many)).code).toBe('VALIDATION');
      expect((await test.graphql(record, { answers: [answerInput(learner, 1)] })).code).toBe(
        'UNAUTHENTICATED',
      );
      expect(await test.log(learner.userId)).toEqual([]);
    },
  );

  sentence('recordAnswers merges answers of a card in one call whatever their order', async () => {
    const learner = await aLearnerWithDeck(test, 1);
    const at = (days: number) => ({ answeredAt: minutesAgo(days * 1_440) });
    await send(
      learner.userId,
      [1, 9, 5].map((days) => answerInput(learner, first(learner), at(days))),
    );
    const shuffled = (await viewer(learner.userId, 'reviewDays { date count }')).reviewDays;
    expect(shuffled.map(({ count }: { count: number }) => count)).toEqual([1, 1, 1]);
    const { data } = await entities(
      learner.userId,
      [{ __typename: 'Flashcard', id: String(first(learner)) }],
      '... on Flashcard { schedule { studyCount lastStudiedAt } }',
    );
    expect(data._entities[0].schedule).toEqual({ studyCount: 3, lastStudiedAt: minutesAgo(1_440) });
  });

  sentence('recordAnswers as parallel batches of the same queue counts every answer once', async () => {
    const learner = await aLearnerWithDeck(test, 10);
    const queue = learner.cardIds.map((cardId) => answerInput(learner, cardId));
    await Promise.all(Array.from({ length: 6 }, () => send(learner.userId, queue)));
    const { body } = await test.rest('GET', '/progress', { as: learner.userId });
    expect(body.map((each: { study_count: number }) => each.study_count)).toEqual(Array(10).fill(1));
  });
});

describe('undoAnswer', () => {
  sentence('undoAnswer removes the latest answer of a card from all numbers', async () => {
    const learner = await aLearnerWithDeck(test);
    const before = await viewer(
      learner.userId,
      'stats { streak completedThisWeek } dashboard { accuracyPercent dueCount }',
    );
    await send(learner.userId, [
      answerInput(learner, first(learner), { clientEventId: 'mistake', sessionId: 'undone' }),
    ]);
    const { data } = await undo(learner.userId, 'mistake');
    expect(data.undoAnswer).toEqual({
      flashcard: { id: String(first(learner)) },
      schedule: { state: 'NEW', studyCount: 0, correctAttempts: 0, lastStudiedAt: null, dueAt: null },
      stats: { streak: 0, completedThisWeek: 0 },
    });
    expect(
      await viewer(
        learner.userId,
        'stats { streak completedThisWeek } dashboard { accuracyPercent dueCount }',
      ),
    ).toEqual(before);
    expect((await test.log(learner.userId)).map(({ kind }) => kind)).toEqual(['answer', 'undo']);
    expect((await viewer(learner.userId, 'openSession { id }')).openSession).toBeNull();
    expect(
      (await test.rest('POST', '/study-sessions/undone/finish', { as: learner.userId })).body.xp_earned,
    ).toBe(0);
  });

  sentence('undoAnswer removes the answer from its session, whether that has ended or not', async () => {
    const learner = await aLearnerWithDeck(test);
    const [kept, slip, late] = learner.cardIds;
    const named = (cardId: number | undefined, clientEventId: string) =>
      answerInput(learner, cardId, { sessionId: 'half', clientEventId });
    await send(learner.userId, [named(kept, 'kept'), named(slip, 'slip'), named(late, 'late')]);
    await undo(learner.userId, 'slip');
    const fields = 'openSession { answered answers { flashcardId clientEventId } }';
    const { openSession } = await viewer(learner.userId, fields);
    expect(openSession).toEqual({
      answered: 2,
      answers: [
        { flashcardId: String(kept), clientEventId: 'kept' },
        { flashcardId: String(late), clientEventId: 'late' },
      ],
    });
    const finish = () => test.rest('POST', '/study-sessions/half/finish', { as: learner.userId });
    await finish();
    await undo(learner.userId, 'late');
    expect((await finish()).body).toMatchObject({ answered: 1, xp_earned: 10 });
  });

  sentence('undoAnswer makes the card answerable again in its session, once', async () => {
    const learner = await aLearnerWithDeck(test);
    const attempt = async (clientEventId: string) => {
      const { data } = await send(learner.userId, [
        answerInput(learner, first(learner), { sessionId: 'again', clientEventId }),
      ]);
      return data.recordAnswers.results[0].errorCode;
    };
    expect(await attempt('one')).toBeNull();
    expect(await attempt('two')).toBe('ANSWER_REPEATED');
    await undo(learner.userId, 'one');
    expect(await attempt('two')).toBeNull();
    expect(await attempt('two')).toBeNull();
    expect(await attempt('three')).toBe('ANSWER_REPEATED');
    await undo(learner.userId, 'two');
    expect(await attempt('three')).toBeNull();
  });

  sentence('undoAnswer restores the schedule of the earlier answers', async () => {
    const learner = await aLearnerWithDeck(test);
    const reference = [{ __typename: 'Flashcard', id: String(first(learner)) }];
    const fields =
      '... on Flashcard { schedule { stabilityDays difficulty dueAt studyCount lastStudiedAt } }';
    await send(learner.userId, [answerInput(learner, first(learner))]);
    const before = await entities(learner.userId, reference, fields);
    test.clock.addDays(3);
    await send(learner.userId, [
      answerInput(learner, first(learner), { clientEventId: 'slip', wasCorrect: false }),
    ]);
    await undo(learner.userId, 'slip');
    expect((await entities(learner.userId, reference, fields)).data).toEqual(before.data);
  });

  sentence(
    'undoAnswer changes nothing the second time, and the client event id cannot be used for another answer',
    async () => {
      const learner = await aLearnerWithDeck(test);
      const queued = answerInput(learner, first(learner), { clientEventId: 'twice' });
      await send(learner.userId, [queued]);
      await Promise.all([undo(learner.userId, 'twice'), undo(learner.userId, 'twice')]);
      expect((await undo(learner.userId, 'twice')).errors).toBeUndefined();
      const { data } = await send(learner.userId, [queued]);
      expect(data.recordAnswers.results[0]).toMatchObject({ errorCode: null, schedule: { studyCount: 0 } });
      expect(
        (await send(learner.userId, [answerInput(learner, first(learner))])).data.recordAnswers.results[0]
          .schedule.studyCount,
      ).toBe(1);
    },
  );

  sentence('undoAnswer refuses an older answer and one that does not exist', async () => {
    const learner = await aLearnerWithDeck(test);
    await send(learner.userId, [answerInput(learner, first(learner), { clientEventId: 'older' })]);
    test.clock.addMinutes(1);
    await send(learner.userId, [answerInput(learner, first(learner), { clientEventId: 'newer' })]);
    expect((await undo(learner.userId, 'older')).code).toBe('ANSWER_NOT_LATEST');
    expect((await undo(learner.userId, 'never')).code).toBe('ANSWER_NOT_FOUND');
    expect((await undo(freshId(), 'newer')).code).toBe('ANSWER_NOT_FOUND');
  });
});

describe('what to study', () => {
  sentence('what to study is due cards by lowest predicted recall, then new ones by id', async () => {
    const learner = await aLearnerWithDeck(test, 5);
    const [a, b, c, d, e] = learner.cardIds as [number, number, number, number, number];
    await send(learner.userId, [answerInput(learner, a), answerInput(learner, b, { wasCorrect: false })]);
    test.clock.addDays(2);
    await send(learner.userId, [answerInput(learner, c)]);
    const queue = `studyQueue(deckId: "${learner.deckId}") { items { flashcardId deckId schedule { isDue state predictedRecall } } dueCount newCount minutes secondsPerAnswer }`;
    const { studyQueue } = await viewer(learner.userId, queue);
    expect(studyQueue.items.map(({ flashcardId }: { flashcardId: string }) => Number(flashcardId))).toEqual([
      b,
      a,
      d,
      e,
    ]);
    expect(studyQueue).toMatchObject({ dueCount: 2, newCount: 2, minutes: 1, secondsPerAnswer: 15 });
    expect(studyQueue.items[2].schedule).toEqual({ isDue: false, state: 'NEW', predictedRecall: null });
    const { studyOrder } = await viewer(learner.userId, `studyOrder(deckId: "${learner.deckId}")`);
    expect(studyOrder.map(Number)).toEqual([b, a, d, e, c]);
  });

  sentence('what to study fits the minutes by the learner’s own pace, 20 s until it is known', async () => {
    const learner = await aLearnerWithDeck(test, 10);
    const items = async () =>
      (await viewer(learner.userId, 'studyQueue(minutes: 2) { items { flashcardId } }')).studyQueue.items;
    expect(await items()).toHaveLength(6);
    await send(learner.userId, [answerInput(learner, first(learner), { timeSpentMinutes: 1 })]);
    expect(await items()).toHaveLength(2);
  });

  sentence('what to study includes all decks and stops at the limit', async () => {
    const learner = await aLearnerWithDeck(test, 3);
    await addDeck(test, learner.userId, freshId(), [freshId(), freshId()]);
    const { studyQueue } = await viewer(learner.userId, 'studyQueue(limit: 4) { items { deckId } newCount }');
    expect(studyQueue.items).toHaveLength(4);
    expect(new Set(studyQueue.items.map(({ deckId }: { deckId: string }) => deckId)).size).toBe(2);
    expect(studyQueue.newCount).toBe(5);
    for (const wrong of ['limit: 0', 'limit: 101', 'minutes: 0', 'deckId: "x"'])
      expect((await query(learner.userId, `studyQueue(${wrong}) { newCount }`)).code).toBe('VALIDATION');
  });

  sentence(
    'what to study is empty for a missing deck or another learner’s, and its order is not found',
    async () => {
      const theirs = await aLearnerWithDeck(test);
      const userId = freshId();
      const { studyQueue } = await viewer(
        userId,
        `studyQueue(deckId: "${theirs.deckId}") { items { deckId } dueCount newCount }`,
      );
      expect(studyQueue).toEqual({ items: [], dueCount: 0, newCount: 0 });
      expect((await query(userId, `studyOrder(deckId: "${theirs.deckId}")`)).code).toBe('DECK_NOT_FOUND');
      expect((await query(userId, `studyOrder(deckId: "${freshId()}")`)).code).toBe('DECK_NOT_FOUND');
    },
  );
});

describe('decks and cards of the graph', () => {
  const deckFields =
    '... on Deck { id progress { dueCount newCount learnedCount mastery lastStudied nextDueAt memory { recall isDue } } }';
  sentence('decks and cards of the graph show the progress of the learner', async () => {
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

  sentence(
    'decks and cards of the graph that are unknown or another learner’s look new and reveal nothing',
    async () => {
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
    },
  );

  sentence('decks and cards of the graph resolve another user to null', async () => {
    const { data } = await entities(
      freshId(),
      [{ __typename: 'User', id: '1' }],
      '... on User { stats { xp } }',
    );
    expect(data._entities).toEqual([null]);
  });
});

describe('the dashboard', () => {
  sentence(
    'the dashboard names the decks with due cards, most first, and when the next card falls due',
    async () => {
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
    },
  );

  sentence('the dashboard has a forecast and the past days', async () => {
    const learner = await aLearnerWithDeck(test, 3);
    await send(learner.userId, [
      answerInput(learner, learner.cardIds[0]),
      answerInput(learner, learner.cardIds[1], { wasCorrect: false }),
      answerInput(learner, learner.cardIds[2], { answeredAt: minutesAgo(3 * 1_440) }),
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

  sentence('the statistics show days, hours, intervals, decks and streaks', async () => {
    const learner = await aLearnerWithDeck(test, 3);
    const other = await aLearnerWithDeck(test, 1);
    await send(other.userId, [answerInput(other, other.cardIds[0])]);
    await send(learner.userId, [
      answerInput(learner, learner.cardIds[0], { answeredAt: minutesAgo(3 * 1_440) }),
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

  sentence('the statistics of a new learner are zeros', async () => {
    const { days, decks, streaks } = await numbers(freshId());
    expect(days).toHaveLength(30);
    expect(days[0]).toMatchObject({ answers: 0, minutes: 0 });
    expect([decks, streaks]).toEqual([[], []]);
  });

  sentence(
    'the statistics of a day whose row was written before minutes were counted show no minutes',
    async () => {
      const learner = await aLearnerWithDeck(test, 2);
      await send(learner.userId, [answerInput(learner, learner.cardIds[0])]);
      const old = { ownerId: learner.userId, kind: 'day' };
      await test.connection.collection('projections').updateOne(old, { $unset: { durationMs: 1, hours: 1 } });
      await send(learner.userId, [answerInput(learner, learner.cardIds[1])]);
      expect((await numbers(learner.userId, '(days: 1)')).days).toMatchObject([
        { answers: 2, minutes: null },
      ]);
    },
  );

  sentence('the statistics are refused for no day and for more than 366', async () => {
    for (const days of ['(days: 0)', '(days: 367)', '(days: -5)'])
      expect((await query(freshId(), fields(days))).code).toBe('VALIDATION');
  });
});

describe('the open session', () => {
  sentence('the open session can be resumed for 30 minutes, with its answers in order', async () => {
    const learner = await aLearnerWithDeck(test, 3);
    const [a, b] = learner.cardIds;
    const session = { sessionId: 'resume-me', sessionDeckId: String(learner.deckId) };
    await send(learner.userId, [
      answerInput(learner, b, session),
      answerInput(learner, a, { ...session, wasCorrect: false }),
    ]);
    const fields =
      'openSession { id deck { id } answered correct minutes xpEarned finishedAt answers { flashcardId wasCorrect } }';
    const { openSession } = await viewer(learner.userId, fields);
    expect(openSession).toEqual({
      id: 'resume-me',
      deck: { id: String(learner.deckId) },
      answered: 2,
      correct: 1,
      minutes: 0.5,
      xpEarned: 0,
      finishedAt: null,
      answers: [
        { flashcardId: String(b), wasCorrect: true },
        { flashcardId: String(a), wasCorrect: false },
      ],
    });
    test.clock.addMinutes(30);
    expect((await viewer(learner.userId, fields)).openSession).toBeNull();
  });

  sentence('the open session of a deleted deck cannot be resumed, but the one before it can', async () => {
    const learner = await aLearnerWithDeck(test, 2);
    const [a, b] = learner.cardIds;
    await send(learner.userId, [answerInput(learner, a, { sessionId: 'across' })]);
    test.clock.addMinutes(1);
    const ofDeck = { sessionId: 'of-deck', sessionDeckId: String(learner.deckId) };
    await send(learner.userId, [answerInput(learner, b, ofDeck)]);
    const open = async () => (await viewer(learner.userId, 'openSession { id deck { id } }')).openSession;
    expect(await open()).toEqual({ id: 'of-deck', deck: { id: String(learner.deckId) } });
    const { userId, deckId } = learner;
    await test.publish([events.deckDeleted(userId, deckId)]);
    await eventually(async () => expect(await open()).toEqual({ id: 'across', deck: null }));
  });

  sentence('the open session is across decks without a deck, and ends by finishSession', async () => {
    const learner = await aLearnerWithDeck(test, 1);
    await send(learner.userId, [answerInput(learner, first(learner), { sessionId: 'all' })]);
    const end = `mutation { finishSession(input: { sessionId: "all" }) { id deck { id } answered xpEarned finishedAt answers { flashcardId } } }`;
    const { data } = await test.graphql(end, {}, { as: learner.userId });
    expect(data.finishSession).toMatchObject({
      deck: null,
      answered: 1,
      xpEarned: 10,
      answers: [{ flashcardId: String(first(learner)) }],
    });
    expect((await test.graphql(end, {}, { as: freshId() })).code).toBe('STUDY_SESSION_NOT_FOUND');
    expect((await viewer(learner.userId, 'openSession { id }')).openSession).toBeNull();
  });
});

describe('settings', () => {
  const change = (userId: number, input: Record<string, unknown>) =>
    test.graphql(
      `mutation ($input: StudySettingsInput!) { updateStudySettings(input: $input) { weeklyGoal targetDays timezone dayStartHour zoneFollowsDevice advancesAutomatically portionSize focusMode singleKeyShortcuts weekday streak } }`,
      { input },
      { as: userId },
    );

  sentence('settings change the sent fields and keep the others', async () => {
    const userId = freshId();
    await change(userId, { weeklyGoal: 120, targetDays: 5 });
    const { data } = await change(userId, { timezone: 'America/New_York', dayStartHour: 6 });
    expect(data.updateStudySettings).toMatchObject({
      weeklyGoal: 120,
      targetDays: 5,
      timezone: 'America/New_York',
      dayStartHour: 6,
      zoneFollowsDevice: true,
    });
  });

  sentence('settings keep a zone that the learner chose from following the device', async () => {
    const userId = freshId();
    await change(userId, { timezone: 'Asia/Tokyo', zoneFollowsDevice: false });
    const { data } = await change(userId, { weeklyGoal: 70 });
    expect(data.updateStudySettings).toMatchObject({ timezone: 'Asia/Tokyo', zoneFollowsDevice: false });
  });

  sentence.each([
    ['aFRICA/nairobi', 'Africa/Nairobi'],
    ['amERICa/new_YORK', 'America/New_York'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
  ])('settings keep the common spelling of a zone sent as %s', async (sent, kept) => {
    const userId = freshId();
    const { data } = await change(userId, { timezone: sent });
    expect(data.updateStudySettings.timezone).toBe(kept);
    expect((await viewer(userId, 'stats { timezone }')).stats.timezone).toBe(kept);
  });

  sentence('settings of a session are kept, and automatic advance is null before a choice', async () => {
    const userId = freshId();
    const before = await change(userId, { weeklyGoal: 70 });
    expect(before.data.updateStudySettings).toMatchObject({
      advancesAutomatically: null,
      portionSize: 20,
      focusMode: false,
      singleKeyShortcuts: true,
    });
    const chosen = {
      advancesAutomatically: false,
      portionSize: 35,
      focusMode: true,
      singleKeyShortcuts: false,
    };
    await change(userId, chosen);
    const { data } = await change(userId, { weeklyGoal: 71 });
    expect(data.updateStudySettings).toMatchObject(chosen);
  });

  sentence.each([
    { portionSize: 4 },
    { portionSize: 101 },
    { weeklyGoal: 0 },
    { weeklyGoal: 10_001 },
    { targetDays: 8 },
    { targetDays: 0 },
    { dayStartHour: 24 },
    { dayStartHour: -1 },
    { timezone: 'Mars/Olympus' },
    { timezone: '+03:00' },
    { timezone: '' },
  ])('settings refuse %o', async (input) => {
    expect((await change(freshId(), input)).code).toBe('VALIDATION');
  });

  sentence('settings with another zone move the study days of due cards', async () => {
    test.clock.set('2026-06-10T22:30:00Z');
    const learner = await aLearnerWithDeck(test, 1);
    await send(learner.userId, [answerInput(learner, first(learner), { wasCorrect: false })]);
    const reference = [{ __typename: 'Flashcard', id: String(first(learner)) }];
    const look = async () =>
      (
        await entities(
          learner.userId,
          reference,
          '... on Flashcard { schedule { dueAt isDue intervalDays } }',
        )
      ).data._entities[0].schedule;
    expect(await look()).toEqual({ dueAt: '2026-06-11T01:00:00.000Z', isDue: false, intervalDays: 1 });
    test.clock.addMinutes(3 * 60);
    expect(await look()).toMatchObject({ isDue: true });
    await change(learner.userId, { timezone: 'America/Los_Angeles' });
    expect(await look()).toEqual({ dueAt: '2026-06-11T11:00:00.000Z', isDue: false, intervalDays: 1 });
    expect(await viewer(learner.userId, 'dashboard { dueCount } stats { streak }')).toMatchObject({
      dashboard: { dueCount: 0 },
      stats: { streak: 1 },
    });
    test.clock.set('2026-06-11T11:00:00Z');
    expect((await viewer(learner.userId, 'dashboard { dueCount }')).dashboard.dueCount).toBe(1);
    await change(learner.userId, { dayStartHour: 5 });
    expect((await viewer(learner.userId, 'dashboard { dueCount }')).dashboard.dueCount).toBe(0);
  });
});

describe('stats', () => {
  sentence('stats show the week, the level and the badges', async () => {
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

sentence('every field requires a token', async () => {
  expect((await test.graphql('{ viewer { id } }')).code).toBe('UNAUTHENTICATED');
  const anonymous = await test.graphql(
    `query ($references: [_Any!]!) { _entities(representations: $references) { ... on Deck { progress { dueCount } } } }`,
    { references: [{ __typename: 'Deck', id: '1' }] },
  );
  expect(anonymous.code).toBe('UNAUTHENTICATED');
});
