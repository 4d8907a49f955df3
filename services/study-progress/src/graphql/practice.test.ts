import { describe, expect, it } from 'vitest';
import { aLearnerWithDeck, first, freshId, type LearnerWithDeck } from '../testing/study-suite.ts';
import { answerInput, query, send, test, useSubgraph } from '../testing/subgraph-suite.ts';

useSubgraph();

const practice = { isPractice: true, sessionId: 'evening' };

const undo = (userId: number, clientEventId: string) =>
  test.graphql(
    'mutation ($id: ID!) { undoAnswer(input: { clientEventId: $id }) { flashcard { id } } }',
    { id: clientEventId },
    { as: userId },
  );
const kindsOf = async (userId: number) => (await test.log(userId)).map(({ kind }) => kind);
const rowsOf = async (userId: number) =>
  (await test.rows(userId)).map(({ seq: _position, ...row }: Record<string, unknown>) => row);
const codesOf = ({ data }: { data: { recordAnswers: { results: { errorCode: string | null }[] } } }) =>
  data.recordAnswers.results.map(({ errorCode }) => errorCode);

describe('a round of missed cards', () => {
  it('changes no schedule, no counter, no session, no streak and no XP', async () => {
    const learner = await aLearnerWithDeck(test);
    const missed = answerInput(learner, first(learner), { wasCorrect: false, sessionId: 'evening' });
    await send(learner.userId, [missed]);
    const before = await rowsOf(learner.userId);
    test.clock.addMinutes(5);
    const answers = [false, false, true].map((wasCorrect) =>
      answerInput(learner, first(learner), { wasCorrect, ...practice }),
    );
    expect(codesOf(await send(learner.userId, answers))).toEqual([null, null, null]);
    expect(await rowsOf(learner.userId)).toEqual(before);
    expect((await test.log(learner.userId)).slice(-3)).toMatchObject([
      { kind: 'practised', wasCorrect: false, sessionId: 'evening', offsetMinutes: 180 },
      { kind: 'practised', wasCorrect: false },
      { kind: 'practised', wasCorrect: true, durationMs: 15_000 },
    ]);
  });

  it('an answer of practice that is sent again counts once and can be undone once', async () => {
    const learner = await aLearnerWithDeck(test);
    await send(learner.userId, [answerInput(learner, first(learner), { wasCorrect: false })]);
    const again = answerInput(learner, first(learner), { ...practice, clientEventId: 'p-1' });
    await send(learner.userId, [again]);
    await send(learner.userId, [again, again]);
    const rows = await rowsOf(learner.userId);
    for (let round = 0; round < 2; round++)
      expect((await undo(learner.userId, 'p-1')).data.undoAnswer.flashcard.id).toBe(String(first(learner)));
    expect(await kindsOf(learner.userId)).toEqual(['parameters-changed', 'reviewed', 'practised', 'undone']);
    expect(await rowsOf(learner.userId)).toEqual(rows);
  });

  it('the answer before the practice can still be undone, and the practice does not end it', async () => {
    const learner = await aLearnerWithDeck(test);
    const missed = { wasCorrect: false, sessionId: 'evening', clientEventId: 'missed' };
    await send(learner.userId, [answerInput(learner, first(learner), missed)]);
    await send(learner.userId, [answerInput(learner, first(learner), practice)]);
    expect((await undo(learner.userId, 'missed')).errors).toBeUndefined();
    const { data } = await query(learner.userId, 'dashboard { accuracyPercent newCount }');
    expect(data.viewer.dashboard).toEqual({ accuracyPercent: 0, newCount: 3 });
  });

  it('practice of a strange card or without a session is refused', async () => {
    const learner = await aLearnerWithDeck(test);
    const response = await send(learner.userId, [
      answerInput(learner, freshId(), practice),
      answerInput(learner, first(learner), { isPractice: true }),
    ]);
    expect(codesOf(response)).toEqual(['FLASHCARD_NOT_FOUND', 'VALIDATION']);
    expect(await test.log(learner.userId)).toEqual([]);
  });
});

describe('four answers', () => {
  it.each([
    [1, true],
    [2, false],
    [4, false],
    [0, false],
    [5, true],
  ])('a rating of %i does not fit an answer that is correct: %s', async (rating, wasCorrect) => {
    const learner = await aLearnerWithDeck(test);
    expect(
      codesOf(await send(learner.userId, [answerInput(learner, first(learner), { rating, wasCorrect })])),
    ).toEqual(['VALIDATION']);
    const body = {
      deck_id: learner.deckId,
      flashcard_id: first(learner),
      was_correct: wasCorrect,
      time_spent: 0.1,
    };
    const { status } = await test.rest('POST', '/progress', {
      as: learner.userId,
      body: { ...body, rating },
    });
    expect(status).toBe(400);
  });

  it('a card known easily comes back later than one known hardly', async () => {
    const learner = await aLearnerWithDeck(test);
    const ratings = [2, 3, 4];
    await send(
      learner.userId,
      ratings.map((rating, index) => answerInput(learner, learner.cardIds[index], { rating })),
    );
    const { body } = await test.rest('GET', '/progress', { as: learner.userId });
    const stabilities = body.map(({ stability }: { stability: number }) => stability);
    expect(stabilities).toEqual(stabilities.toSorted((a: number, b: number) => a - b));
    expect(new Set(stabilities).size).toBe(3);
    expect(body).toMatchObject(ratings.map(() => ({ correct_attempts: 1 })));
  });
});

describe('the due day that a device has shown', () => {
  const dayMs = 86_400_000;
  /** A card that is overdue after intervals of weeks, so that the fuzz chooses among many days. */
  const overdue = async () => {
    const learner = await aLearnerWithDeck(test, 1);
    for (const days of [0, 2, 12]) {
      test.clock.addDays(days);
      await send(learner.userId, [answerInput(learner, first(learner))]);
    }
    test.clock.addDays(70);
    return learner;
  };
  const dueDay = async (userId: number) => {
    const [record] = (await test.rest('GET', '/progress', { as: userId })).body;
    return Math.floor(Date.parse(record.due_at) / dayMs);
  };
  const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
  /** Answers, showing another day than the fold's own; returns how far the schedule then is from the fold's. */
  const withShown = async (learner: LearnerWithDeck, change: number) => {
    await send(learner.userId, [answerInput(learner, first(learner), { clientEventId: `own-${change}` })]);
    const own = await dueDay(learner.userId);
    await undo(learner.userId, `own-${change}`);
    await send(learner.userId, [answerInput(learner, first(learner), { dueOn: dateOf(own + change) })]);
    return (await dueDay(learner.userId)) - own;
  };

  /** A learner whose last answer carries the day after the fold's own, which is not the last day that the fuzz may choose. */
  const withCarriedDay = async () => {
    for (let left = 8; left > 0; left -= 1) {
      const learner = await overdue();
      const isTaken = (await withShown(learner, 1)) === 1;
      // The fuzz of the second answer may choose the shown day by itself.
      const isCarried = Object.keys((await test.log(learner.userId)).at(-1) ?? {}).includes('dueDay');
      if (isTaken && isCarried) return learner;
    }
    throw new Error('The fuzz chose its last day eight times.');
  };

  it('is taken when the fuzz could have chosen it, and is in the log', async () => {
    const { userId } = await withCarriedDay();
    const carried = (await test.log(userId)).at(-1);
    expect(carried).toMatchObject({ kind: 'reviewed', dueDay: await dueDay(userId) });
  });

  it.each([-1_000, -60, 60, 1_000])('a due day that is %i days off is not taken', async (change) => {
    const learner = await overdue();
    expect(await withShown(learner, change)).toBe(0);
  });

  it('a late wrong answer corrects the due day of the answer that follows it', async () => {
    const learner = await withCarriedDay();
    const before = await dueDay(learner.userId);
    const late = { wasCorrect: false, answeredAt: test.clock.minutesAgo(2 * 1_440) };
    await send(learner.userId, [answerInput(learner, first(learner), late)]);
    expect((await test.log(learner.userId)).at(-1)).toMatchObject({
      kind: 'rescheduled',
      reason: 'late-answer',
    });
    expect(await dueDay(learner.userId)).toBeLessThan(before - 20);
  });
});
