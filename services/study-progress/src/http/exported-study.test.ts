import { dayOf } from '@kumbuka/contracts/study-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDeck, answer, freshId, startStudyTest, type StudyTest } from '../testing/study-suite.ts';

let test: StudyTest;
beforeAll(async () => {
  test = await startStudyTest('2026-03-04T09:00:00Z');
});
afterAll(() => test.stop());

const today = dayOf(new Date('2026-03-04T09:00:00Z'), 180, 4);
const schedule = {
  state: 'review',
  dueDay: today + 3,
  dueAt: null,
  lastDay: today - 27,
  lastAt: null,
  stability: 30,
  difficulty: 5,
  isDerived: true,
  interval: 30,
  ease: 2.5,
  lapses: 1,
  reviews: 8,
  anki: { left: 1001, desiredRetention: 0.9, decay: 0.2, custom: '{}' },
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
const bring = (userId: number, deckId: number, cardId: number) =>
  test.rest('POST', `/internal/learners/${userId}/imported-study`, {
    body: {
      deckId,
      cards: [
        {
          cardId,
          createdAt: '2026-01-01T00:00:00.000Z',
          cardVersion: 1,
          suspended: false,
          schedule,
          history,
        },
      ],
    },
  });
const takeOut = async (userId: number, cardIds: number[]) =>
  (await test.rest('POST', `/internal/learners/${userId}/exported-study`, { body: { cardIds } })).body;
const cardRow = async (userId: number, cardId: number) =>
  (await test.rows(userId)).find((row) => row.kind === 'card' && row.cardId === cardId);

describe('the study of exported cards', () => {
  it('an imported card that was not studied since goes out exactly as it came', async () => {
    const [userId, deckId, card] = [freshId(), freshId(), freshId()];
    await addDeck(test, userId, deckId, [card]);
    await bring(userId, deckId, card);
    expect(await takeOut(userId, [card])).toEqual({ cards: [{ cardId: card, schedule, history }], read: 1 });
  });

  it('an answer given here follows the imported ones, and the schedule is the one of now', async () => {
    const [userId, deckId, card] = [freshId(), freshId(), freshId()];
    await addDeck(test, userId, deckId, [card]);
    await bring(userId, deckId, card);
    await answer(test, { userId, deckId }, card);
    const { cards } = await takeOut(userId, [card]);
    const { dueDay, stability, lastDay } = (await cardRow(userId, card)) as unknown as Record<string, number>;
    expect(cards[0].schedule).toMatchObject({
      state: 'review',
      dueDay,
      stability,
      lastDay,
      reviews: 9,
      lapses: 1,
    });
    expect(cards[0].schedule).toMatchObject({
      isDerived: false,
      ease: 2.5,
      interval: Number(dueDay) - Number(lastDay),
    });
    expect(cards[0].history.times.slice(0, 2)).toEqual(history.times);
    expect(cards[0].history).toMatchObject({ ratings: [0, 3, 3], kinds: [4, 1, 1] });
    expect(cards[0].history.lastIntervals.at(-1)).toBe(30);
  });

  it('a new card has no study, and neither has a card of another learner', async () => {
    const [userId, deckId, fresh] = [freshId(), freshId(), freshId()];
    const [other, otherDeck, foreign] = [freshId(), freshId(), freshId()];
    await addDeck(test, userId, deckId, [fresh]);
    await addDeck(test, other, otherDeck, [foreign]);
    await bring(other, otherDeck, foreign);
    expect(await takeOut(userId, [fresh, foreign])).toEqual({ cards: [], read: 2 });
  });
});
