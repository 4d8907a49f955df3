import { describe, expect, it } from 'vitest';
import { extend, noSubscription, shorten } from './subscription.ts';

const start = new Date('2026-03-01T12:00:00Z');
const day = (count: number) => new Date(start.getTime() + count * 24 * 3_600_000);

describe('a refunded payment', () => {
  const first = extend(noSubscription(7), 'first', start);
  const second = extend(first.subscription, 'second', day(5));

  it('ends the plan at once when nothing else was paid', () => {
    const ended = shorten(first.subscription, first.period, [], day(10));
    expect(ended).toMatchObject({ periodEnd: day(10), remindAt: null, version: 2 });
  });

  it('leaves the thirty days of another payment, whichever of the two it was', () => {
    const withoutFirst = shorten(second.subscription, first.period, [second.period], day(10));
    expect(withoutFirst.periodEnd).toEqual(day(40));
    expect(shorten(second.subscription, second.period, [], day(10)).periodEnd).toEqual(day(30));
  });

  it('whose days have passed does not shorten a later one', () => {
    expect(shorten(second.subscription, first.period, [second.period], day(35))).toBe(second.subscription);
    expect(shorten(first.subscription, first.period, [], day(35))).toBe(first.subscription);
  });

  describe('three payments in a row, the first of them refunded on day 1', () => {
    const third = extend(second.subscription, 'third', day(6));
    const periods = [second.period, third.period];
    const plan = shorten(third.subscription, first.period, periods, day(1));

    it('a second refunded payment in its own days leaves the thirty days of a third', () => {
      expect(plan.periodEnd).toEqual(day(61));
      expect(shorten(plan, second.period, [third.period], day(20)).periodEnd).toEqual(day(50));
    });

    it('a second refunded payment whose days have passed takes nothing of a third', () =>
      expect(shorten(plan, second.period, [third.period], day(40))).toBe(plan));

    it('a third refunded payment leaves the days of the second', () =>
      expect(shorten(plan, third.period, [], day(20)).periodEnd).toEqual(day(31)));
  });
});
