import { describe, expect, test } from 'vitest';
import { chooseDay, drawOf, noEasyDays, openDays, type EasyDay } from './spread.ts';

/** A Sunday. */
const sunday = 20_506;
const week = (kinds: Record<number, EasyDay>) => noEasyDays.map((kind, weekday) => kinds[weekday] ?? kind);

describe('days that the fuzz may choose', () => {
  test('leave out days off', () => {
    const easyDays = week({ 0: 'off', 2: 'off' });
    expect(openDays({ first: sunday, last: sunday + 3 }, easyDays)).toEqual([sunday + 1, sunday + 3]);
  });
  test('a short interval skips days off', () => {
    const easyDays = week({ 0: 'off', 1: 'off' });
    expect(openDays({ first: sunday, last: sunday }, easyDays)).toEqual([sunday + 2]);
  });
  test('a short interval may leave a half day for the next full one', () => {
    const easyDays = week({ 0: 'off', 6: 'half' });
    expect(openDays({ first: sunday - 1, last: sunday - 1 }, easyDays)).toEqual([sunday - 1, sunday + 1]);
  });
  test('a short interval comes a day before a day off, but not before tomorrow', () => {
    const easyDays = week({ 0: 'off' });
    const days = { first: sunday, last: sunday };
    expect(openDays({ ...days, earliest: sunday - 1 }, easyDays)).toEqual([sunday - 1]);
    expect(openDays({ ...days, earliest: sunday }, easyDays)).toEqual([sunday + 1]);
  });
  test('a week of half days has no other days', () => {
    expect(
      openDays(
        { first: sunday, last: sunday },
        noEasyDays.map(() => 'half' as const),
      ),
    ).toEqual([sunday]);
  });
});

describe('the choice of a day', () => {
  const days = [sunday + 1, sunday + 2, sunday + 3];
  const shares = (load: Record<number, number>, easyDays = noEasyDays) => {
    const spread = { easyDays, load: (day: number) => load[day - sunday] ?? 0 };
    const chosen = Array.from({ length: 2_000 }, (_, index) => chooseDay(days, spread, `${index}`));
    return days.map((day) => chosen.filter((each) => each === day).length / 2_000);
  };
  test('is even where no day is busier', () => {
    for (const share of shares({})) expect(share).toBeCloseTo(1 / 3, 1);
  });
  test('avoids busy days', () => {
    const [busy, quiet] = shares({ 1: 30, 2: 3, 3: 10 });
    expect(busy).toBeLessThan(0.02);
    expect(quiet).toBeGreaterThan(0.8);
  });
  test('fills a half day to half of the others', () => {
    const [half, full] = shares({ 1: 7, 2: 19, 3: 19 }, week({ 1: 'half' }));
    expect(half).toBeCloseTo(full ?? 0, 1);
  });
  test('follows from the seed alone', () => {
    expect(drawOf('7:3:day')).toBe(drawOf('7:3:day'));
    expect(drawOf('7:3:day')).not.toBe(drawOf('7:4:day'));
  });
  test('keeps cards of one note apart where there is another day', () => {
    const spread = { easyDays: noEasyDays, load: () => 0, siblings: [days[0] ?? 0, days[1] ?? 0] };
    const chosen = Array.from({ length: 200 }, (_, index) => chooseDay(days, spread, `${index}`));
    expect(new Set(chosen)).toEqual(new Set([days[2]]));
  });
});
