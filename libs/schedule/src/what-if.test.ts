import { describe, expect, test } from 'vitest';
import { standardParameters } from './parameters.ts';
import type { Rating } from './review-log.ts';
import { createForesight, nextMemory, type Memory } from './scheduler.ts';
import { answersADay, foresee, usualPlan, type Habits, type PlannedCard } from './what-if.ts';

const today = 20_500;
const habits: Habits = {
  today,
  newCards: 500,
  usualNewPerDay: 5,
  secondsPerAnswer: 12,
  firstCorrect: 0.5,
  recallShift: 0,
  deckPercents: new Map(),
};
/** Cards in all states, as many as a busy learner has. */
const cardsOf = (count: number): PlannedCard[] =>
  Array.from({ length: count }, (_, index) => {
    const interval = 1 + ((index * 37) % 90);
    const elapsedDays = (index * 13) % (interval + 2);
    return {
      deckId: 1 + (index % 3),
      stability: interval * 1.02,
      difficulty: 1 + ((index * 7) % 9),
      elapsedDays,
      dueInDays: interval - elapsedDays,
    };
  });

describe('what settings would do', () => {
  test('what settings would do takes less than 300 ms for 5,000 cards and 180 days', () => {
    const cards = cardsOf(5_000);
    foresee(cards, usualPlan, habits, 180);
    const began = process.threadCpuUsage();
    const days = foresee(cards, { ...usualPlan, rememberPercent: 95 }, habits, 180);
    // Three times the stated time.
    expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(900);
    expect(answersADay(days)).toBeGreaterThan(20);
  });

  test('more to remember means more answers a day, and more cards known', () => {
    const of = (rememberPercent: number) =>
      foresee(cardsOf(800), { ...usualPlan, rememberPercent }, habits, 120);
    const plans = [80, 85, 90, 95, 97].map(of);
    const loads = plans.map(answersADay);
    expect(loads).toEqual(loads.toSorted((a, b) => a - b));
    const known = plans.map((days) => days.at(-1)?.known ?? 0);
    expect(known.at(-1)).toBeGreaterThan(known[0] ?? 0);
  });

  test('a longest interval brings cards back sooner', () => {
    const cards = cardsOf(400).map((card) => ({ ...card, stability: 900, dueInDays: card.dueInDays % 60 }));
    const load = (longestInterval: number) =>
      answersADay(foresee(cards, { ...usualPlan, longestInterval }, { ...habits, newCards: 0 }, 180));
    expect(load(30)).toBeGreaterThan(1.5 * load(36_500));
  });

  test('nothing is studied in an absence, and afterwards the limit clears what waits', () => {
    const absence = { from: today + 3, until: today + 12 };
    const days = foresee(
      cardsOf(300),
      { ...usualPlan, dailyLimit: 30, absence },
      { ...habits, newCards: 0 },
      90,
    );
    expect(days.slice(3, 13).map(({ reviews, fresh }) => reviews + fresh)).toEqual(
      Array.from({ length: 10 }, () => 0),
    );
    expect(days[13]).toMatchObject({ reviews: 30 });
    const waiting = days.slice(12).map((day) => day.waiting);
    expect(waiting[0]).toBeGreaterThan(40);
    const clear = waiting.indexOf(0);
    expect(clear).toBeGreaterThan(1);
    expect(clear).toBeLessThan(40);
  });

  test('a day off has no answers to cards that are planned from now on', () => {
    const plan = { ...usualPlan, easyDays: ['off', 'full', 'full', 'full', 'full', 'full', 'full'] as const };
    const days = foresee(cardsOf(300), plan, { ...habits, newCards: 0 }, 180);
    // The cards of today's plan keep their days, which are at most three months away.
    const later = days.slice(92).filter((_day, index) => (today + 92 + index + 4) % 7 === 0);
    expect(later.length).toBeGreaterThan(10);
    expect(later.reduce((sum, { reviews }) => sum + reviews, 0)).toBe(0);
  });

  test('a daily limit is never exceeded, and the cards beyond it wait', () => {
    const days = foresee(cardsOf(2_000), { ...usualPlan, dailyLimit: 20 }, habits, 60);
    expect(Math.max(...days.map(({ reviews, fresh }) => reviews + fresh))).toBe(20);
    expect(days.at(-1)?.waiting).toBeGreaterThan(100);
  });

  test('new cards stop when there are none left', () => {
    const days = foresee([], { ...usualPlan, newCardsPerDay: 30 }, habits, 30);
    expect(days.reduce((sum, { fresh }) => sum + fresh, 0)).toBe(500);
  });

  test('the same seed gives the same days', () => {
    expect(foresee(cardsOf(200), usualPlan, habits, 60)).toEqual(
      foresee(cardsOf(200), usualPlan, habits, 60),
    );
  });
});

test('the state of a simulated answer is that of a real one, for 10,000 random answers', () => {
  let seed = 7;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  const library = { ...standardParameters, rule: 1 as const };
  const foresight = createForesight(standardParameters);
  let memory: Memory | null = null;
  let day = today;
  for (let index = 0; index < 10_000; index++) {
    if (index % 12 === 0) memory = null;
    const rating = (1 + Math.floor(random() * 4)) as Rating;
    day += Math.floor(random() * 40);
    const elapsed: number = memory ? day - memory.lastDay : 0;
    const simulated = foresight.next(memory, elapsed, rating);
    // Rule 1 is `next` of ts-fsrs, rule 2 its `next_state`.
    const real: Memory = nextMemory(memory, { cardId: 1, day, rating }, library);
    expect(simulated).toEqual({ stability: real.stability, difficulty: real.difficulty });
    memory = real;
  }
});
