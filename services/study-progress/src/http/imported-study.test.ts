import { dateOf, dayOf } from '@kumbuka/contracts/study-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDeck, answer, events, freshId, startStudyTest, type StudyTest } from '../testing/study-suite.ts';

let test: StudyTest;
beforeAll(async () => {
  test = await startStudyTest('2026-03-04T09:00:00Z');
});
afterAll(() => test.stop());

const today = dayOf(new Date('2026-03-04T09:00:00Z'), 180, 4);
const schedule = {
  state: 'review',
  dueDay: today,
  dueAt: null,
  lastDay: today - 1,
  lastAt: null,
  stability: 30,
  difficulty: 5,
  isDerived: false,
  interval: 30,
  ease: 2.5,
  lapses: 1,
  reviews: 8,
  anki: { left: null, desiredRetention: 0.9, decay: 0.2, custom: '{}' },
};
const history = {
  times: [1_600_000_000_000, 1_600_000_600_000],
  ratings: [0, 3],
  intervals: [0, 30],
  lastIntervals: [0, -600],
  durations: [0, 5_000],
  factors: [0, 2500],
  kinds: [4, 1],
};
const cardOf = (cardId: number, more: object = {}) => ({
  cardId,
  createdAt: '2026-01-01T00:00:00.000Z',
  cardVersion: 1,
  suspended: false,
  schedule,
  history,
  ...more,
});
const bring = async (userId: number, deckId: number, cards: object[]) =>
  test.rest('POST', `/internal/learners/${userId}/imported-study`, { body: { deckId, cards } });
const statsOf = async (userId: number) => (await test.rest('GET', '/user', { as: userId })).body;
const dashboardOf = async (userId: number) => (await test.rest('GET', '/dashboard', { as: userId })).body;
const cardRow = async (userId: number, cardId: number) =>
  (await test.rows(userId)).find((row) => row.kind === 'card' && row.cardId === cardId);

describe('the study of imported cards', () => {
  it('makes them due on their day and earns no XP, streak, badge, weekly card or study day', async () => {
    const [userId, deckId, due, later] = [freshId(), freshId(), freshId(), freshId()];
    await addDeck(test, userId, deckId, [due, later]);
    const before = await statsOf(userId);
    const cards = [cardOf(due), cardOf(later, { schedule: { ...schedule, dueDay: today + 9 } })];
    expect((await bring(userId, deckId, cards)).body).toEqual({ imported: 2 });
    expect(await cardRow(userId, due)).toMatchObject({ dueDay: today, stability: 30, lapses: 1 });
    expect(await cardRow(userId, later)).toMatchObject({ dueDay: today + 9 });
    expect(await statsOf(userId)).toEqual(before);
    const { totals, recent, runs } = (await test.rows(userId)).find((row) => row.kind === 'learner') as never;
    expect({ totals, recent, runs }).toMatchObject({
      totals: { answers: 0, studyDays: 0, learned: 0, cards: 2, studied: 2 },
      recent: [],
      runs: [],
    });
    expect(await dashboardOf(userId)).toMatchObject({ dueCount: 1 });
  });

  it('changes nothing when it comes twice', async () => {
    const [userId, deckId, card] = [freshId(), freshId(), freshId()];
    await addDeck(test, userId, deckId, [card]);
    await bring(userId, deckId, [cardOf(card)]);
    const [rows, log] = [await test.rows(userId), await test.log(userId)];
    const again = cardOf(card, { schedule: { ...schedule, stability: 99 } });
    expect((await bring(userId, deckId, [again])).body).toEqual({ imported: 0 });
    expect(await test.rows(userId)).toEqual(rows);
    expect(await test.log(userId)).toEqual(log);
    expect(log.map(({ kind }) => kind)).toEqual(['schedule-imported', 'history-imported']);
  });

  it('may arrive before the event of the cards', async () => {
    const [userId, deckId, card] = [freshId(), freshId(), freshId()];
    test.decks.add(userId, deckId, [card]);
    await bring(userId, deckId, [cardOf(card, { suspended: true })]);
    await test.publish([events.deckCreated(userId, deckId), events.cardsAdded(userId, deckId, [card])]);
    await addDeck(test, userId, deckId, [card]);
    expect(await cardRow(userId, card)).toMatchObject({ dueDay: today, stability: 30, suspended: true });
  });

  it('an answer that was given before the schedule arrived is replayed from it', async () => {
    const [userId, deckId, early, late] = [freshId(), freshId(), freshId(), freshId()];
    await addDeck(test, userId, deckId, [early, late]);
    await answer(test, { userId, deckId }, early);
    await bring(userId, deckId, [cardOf(early), cardOf(late)]);
    await answer(test, { userId, deckId }, late);
    const [a, b] = [await cardRow(userId, early), await cardRow(userId, late)];
    expect(a).toMatchObject({ correct: 1, lapses: 1 });
    expect(a).toMatchObject({ stability: (b as { stability: number }).stability });
    expect(await statsOf(userId)).toMatchObject({ stats: { completed_this_week: 2 } });
  });

  it('arrays of different lengths, and memory states out of range, are refused', async () => {
    const [userId, deckId, card] = [freshId(), freshId(), freshId()];
    await addDeck(test, userId, deckId, [card]);
    const bad = [
      cardOf(card, { history: { ...history, kinds: [] } }),
      cardOf(card, { schedule: { ...schedule, stability: 0 } }),
      cardOf(card, { schedule: { ...schedule, difficulty: 11 } }),
    ];
    for (const each of bad) expect((await bring(userId, deckId, [each])).status).toBe(400);
    expect(await test.log(userId)).toEqual([]);
  });

  it('a page of the log ends early when its entries hold many reviews, and the next one goes on', async () => {
    const [userId, deckId] = [freshId(), freshId()];
    const cards = Array.from({ length: 6 }, freshId);
    await addDeck(test, userId, deckId, cards);
    const numbers = Array.from({ length: 5_000 }, (_, index) => 1 + (index % 4));
    const long = { ...history, times: numbers, ratings: numbers, kinds: numbers, factors: numbers };
    const whole = { ...long, intervals: numbers, lastIntervals: numbers, durations: numbers };
    await bring(
      userId,
      deckId,
      cards.map((card) => cardOf(card, { history: whole })),
    );
    const read = async (after: number): Promise<number[]> => {
      const query = `query ($after: Int!) { viewer { reviewLog(after: $after) { position } } }`;
      const { data } = await test.graphql(query, { after }, { as: userId });
      return data.viewer.reviewLog.map(({ position }: { position: number }) => position);
    };
    expect(await read(0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await read(8)).toEqual([9, 10, 11, 12]);
    expect(await read(12)).toEqual([]);
  });

  it('the exported log has the whole schedule and every earlier review', async () => {
    const [userId, deckId, card] = [freshId(), freshId(), freshId()];
    await addDeck(test, userId, deckId, [card]);
    await bring(userId, deckId, [cardOf(card)]);
    const { data } = await test.graphql(
      `{ viewer { reviewLog { kind flashcardId
        schedule { state dueOn dueAt lastDay lastAt stability difficulty isDerived interval ease lapses reviews }
        history { times ratings intervals lastIntervals durations factors kinds } } } }`,
      {},
      { as: userId },
    );
    const [first, second] = data.viewer.reviewLog;
    const { anki: _anki, dueDay: _due, lastDay: _last, ...shown } = schedule;
    const days = { dueOn: dateOf(today), lastDay: dateOf(today - 1) };
    expect(first).toMatchObject({
      kind: 'SCHEDULE_IMPORTED',
      flashcardId: String(card),
      schedule: { ...shown, ...days },
    });
    const times = history.times.map((ms) => new Date(ms).toISOString());
    expect(second).toMatchObject({ kind: 'HISTORY_IMPORTED', history: { ...history, times } });
  });
});
