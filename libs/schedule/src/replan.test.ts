import { describe, expect, test } from 'vitest';
import { standardParameters, type Parameters } from './parameters.ts';
import { replanned, type ReplannedCard } from './replan.ts';
import { dueDaysOf } from './scheduler.ts';
import { noEasyDays, type EasyDays } from './spread.ts';

const today = 20_500;
const at = (desiredRetention: number): Parameters => ({ ...standardParameters, desiredRetention });

/** Cards that were answered in the last weeks and planned at 90 %. */
const cards = Array.from({ length: 600 }, (_, index): ReplannedCard => {
  const stability = 3 + (index % 60);
  const lastDay = today - (index % 20);
  return {
    cardId: index + 1,
    deckId: 1,
    stability,
    lastDay,
    dueDay: dueDaysOf({ stability, lastDay }, 0, at(0.9)).first,
  };
});

function replanAt(retention: number, planned: readonly ReplannedCard[], easyDays: EasyDays = noEasyDays) {
  const load = Map.groupBy(planned, ({ dueDay }) => dueDay);
  return replanned(planned, {
    today,
    easyDays,
    load: (day) => load.get(day)?.length ?? 0,
    parametersOf: () => at(retention),
  });
}
const after = (moves: ReturnType<typeof replanAt>) => {
  const to = new Map(moves.map((move) => [move.cardId, move.to]));
  return cards.map((card) => ({ ...card, dueDay: to.get(card.cardId) ?? card.dueDay }));
};

describe('replanning', () => {
  test('moves nothing while the parameters are those of the plan', () => {
    expect(replanAt(0.9, cards)).toEqual([]);
  });
  test('brings cards forward when more is to be remembered, and moves nothing the second time', () => {
    const moves = replanAt(0.95, cards);
    expect(moves.length).toBeGreaterThan(400);
    expect(moves.every(({ from, to }) => to < from && to > today)).toBe(true);
    expect(replanAt(0.95, after(moves))).toEqual([]);
  });
  test('spreads the cards that should be due by now over two weeks', () => {
    const late = cards.map((card) => ({ ...card, dueDay: today + 20, lastDay: today - 30 }));
    const days = Map.groupBy(replanAt(0.97, late), ({ to }) => to);
    const counts = Array.from({ length: 14 }, (_, index) => days.get(today + 1 + index)?.length ?? 0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(600);
    expect(Math.max(...counts)).toBeLessThan(600 / 14 + 8);
  });
  test('lets cards wait longer when less is to be remembered, also those that wait today', () => {
    const moves = replanAt(0.85, cards);
    expect(moves.every(({ from, to }) => to > from)).toBe(true);
    expect(moves.some(({ from }) => from <= today)).toBe(true);
  });
  test('leaves days off free', () => {
    const easyDays: EasyDays = ['off', 'full', 'full', 'half', 'full', 'full', 'off'];
    const moves = replanAt(0.96, cards, easyDays);
    const weekdays = new Set(moves.map(({ to }) => (to + 4) % 7));
    expect(moves.length).toBeGreaterThan(300);
    expect(weekdays.has(0) || weekdays.has(6)).toBe(false);
  });
});
