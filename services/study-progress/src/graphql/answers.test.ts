import { describe, expect, it } from 'vitest';
import { first, aLearnerWithDeck, freshId } from '../testing/study-suite.ts';
import { answerInput, entities, record, send, test, useSubgraph, viewer } from '../testing/subgraph-suite.ts';

useSubgraph();

const undo = (userId: number, clientEventId: string) =>
  test.graphql(
    `mutation ($id: ID!) { undoAnswer(input: { clientEventId: $id }) {
      flashcard { id } schedule { state studyCount correctAttempts lastStudiedAt dueAt } stats { streak completedThisWeek }
    } }`,
    { id: clientEventId },
    { as: userId },
  );

describe('recordAnswers', () => {
  it('gives each answer its own outcome', async () => {
    const learner = await aLearnerWithDeck(test);
    const theirs = await aLearnerWithDeck(test);
    const [a, b] = learner.cardIds;
    const { data } = await send(learner.userId, [
      answerInput(learner, a, { clientEventId: 'ok' }),
      answerInput(theirs, first(theirs)),
      answerInput(learner, freshId()),
      answerInput(learner, b, { answeredAt: test.clock.minutesAgo(40 * 1_440) }),
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

  it('an answer of a clock that is four minutes fast is recorded as given now, never in the future', async () => {
    const learner = await aLearnerWithDeck(test, 1);
    const ahead = (minutes: number) =>
      answerInput(learner, first(learner), { answeredAt: test.clock.minutesAgo(-minutes) });
    const { data } = await send(learner.userId, [ahead(4), ahead(2)]);
    expect(data.recordAnswers.results).toMatchObject([{ errorCode: null }, { errorCode: null }]);
    const now = new Date(test.clock.minutesAgo(0));
    const answered = (await test.log(learner.userId)).filter(({ kind }) => kind === 'reviewed');
    expect(answered).toMatchObject([{ answeredAt: now }, { answeredAt: now }]);
  });

  it('refuses an empty list, more than 100 answers and a call without a token', async () => {
    const learner = await aLearnerWithDeck(test, 1);
    expect((await send(learner.userId, [])).code).toBe('VALIDATION');
    const many = Array.from({ length: 101 }, () => answerInput(learner, first(learner)));
    expect((await send(learner.userId, many)).code).toBe('VALIDATION');
    expect((await test.graphql(record, { answers: [answerInput(learner, 1)] })).code).toBe('UNAUTHENTICATED');
    expect(await test.log(learner.userId)).toEqual([]);
  });

  it('merges answers of a card in one call whatever their order', async () => {
    const learner = await aLearnerWithDeck(test, 1);
    const at = (days: number) => ({ answeredAt: test.clock.minutesAgo(days * 1_440) });
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
    expect(data._entities[0].schedule).toEqual({
      studyCount: 3,
      lastStudiedAt: test.clock.minutesAgo(1_440),
    });
  });

  it('as parallel batches of the same queue counts every answer once', async () => {
    const learner = await aLearnerWithDeck(test, 10);
    const queue = learner.cardIds.map((cardId) => answerInput(learner, cardId));
    await Promise.all(Array.from({ length: 6 }, () => send(learner.userId, queue)));
    const { body } = await test.rest('GET', '/progress', { as: learner.userId });
    expect(body.map((each: { study_count: number }) => each.study_count)).toEqual(Array(10).fill(1));
  });
});

describe('two devices in one session', () => {
  const sessionId = 'both';
  const fields =
    'studySession(id: "both") { finishedAt answered answers { flashcardId wasCorrect clientEventId } }';
  const answerFrom = (device: string, learner: Awaited<ReturnType<typeof aLearnerWithDeck>>) =>
    send(learner.userId, [
      answerInput(learner, first(learner), {
        sessionId,
        clientEventId: device,
        wasCorrect: device === 'phone',
      }),
    ]).then(({ data }) => data.recordAnswers.results[0].errorCode);

  it('that answer a card at the same moment: one answer counts, each knows which', async () => {
    const learner = await aLearnerWithDeck(test);
    expect((await viewer(learner.userId, fields)).studySession).toBeNull();
    const codes = await Promise.all([answerFrom('phone', learner), answerFrom('laptop', learner)]);
    expect(codes.toSorted()).toEqual(['ANSWER_REPEATED', null]);
    const [kept, lost] = codes[0] === null ? ['phone', 'laptop'] : ['laptop', 'phone'];
    const session = {
      answered: 1,
      answers: [{ flashcardId: String(first(learner)), wasCorrect: kept === 'phone', clientEventId: kept }],
    };
    expect((await viewer(learner.userId, fields)).studySession).toMatchObject({
      ...session,
      finishedAt: null,
    });
    expect((await undo(learner.userId, lost)).code).toBe('ANSWER_NOT_FOUND');
    await test.rest('POST', `/study-sessions/${sessionId}/finish`, { as: learner.userId });
    expect((await viewer(learner.userId, fields)).studySession).toMatchObject({
      ...session,
      finishedAt: expect.any(String),
    });
    expect((await viewer(freshId(), fields)).studySession).toBeNull();
  });
});

describe('undoAnswer', () => {
  it('removes the latest answer of a card from all numbers', async () => {
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
    expect((await test.log(learner.userId)).map(({ kind }) => kind)).toEqual([
      'parameters-changed',
      'reviewed',
      'undone',
    ]);
    expect((await viewer(learner.userId, 'openSession { id }')).openSession).toBeNull();
    expect(
      (await test.rest('POST', '/study-sessions/undone/finish', { as: learner.userId })).body.xp_earned,
    ).toBe(0);
  });

  it('removes the answer from its session, whether that has ended or not', async () => {
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

  it('makes the card answerable again in its session, once', async () => {
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

  it('restores the schedule of the earlier answers', async () => {
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

  it('changes nothing the second time, and the client event id cannot be used for another answer', async () => {
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
  });

  it('refuses an older answer and one that does not exist', async () => {
    const learner = await aLearnerWithDeck(test);
    await send(learner.userId, [answerInput(learner, first(learner), { clientEventId: 'older' })]);
    test.clock.addMinutes(1);
    await send(learner.userId, [answerInput(learner, first(learner), { clientEventId: 'newer' })]);
    expect((await undo(learner.userId, 'older')).code).toBe('ANSWER_NOT_LATEST');
    expect((await undo(learner.userId, 'never')).code).toBe('ANSWER_NOT_FOUND');
    expect((await undo(freshId(), 'newer')).code).toBe('ANSWER_NOT_FOUND');
  });
});
