import { dateOf, dayOfDate } from '@kumbuka/contracts/study-day';
import { describe, expect, it } from 'vitest';
import { readCardData, scheduleOf, type CardRow } from './card-schedule.ts';
import { ankiClock } from './clock.ts';
import { memoryOfEase } from './memory.ts';

describe('a memory state from interval and ease', () => {
  it.each([
    [10, 2.5, 6.914],
    [100, 2.5, 5.0036],
    [100, 3.2, 2.2052],
    [400, 2.1, 5.4602],
    [10, 1.3, 10],
  ])('after %i days with an ease of %f the difficulty is that of Anki: %f', (interval, ease, difficulty) => {
    const state = memoryOfEase(interval, ease);
    expect(state.stability).toBe(interval);
    expect(state.difficulty).toBeCloseTo(difficulty, 3);
  });
});

describe('the days of a collection', () => {
  const account = { timezone: 'Pacific/Kiritimati', dayStartHour: 4 };
  const at = (iso: string) => Date.parse(iso) / 1000;
  it.each([
    ['Nairobi', at('2019-06-03T01:00:00Z'), -180, '2019-06-03'],
    ['New York', at('2019-06-03T08:00:00Z'), 240, '2019-06-03'],
    ['Kiritimati', at('2019-06-02T14:00:00Z'), -840, '2019-06-03'],
  ])('begin on the owner’s day in %s', (_place, createdAt, creationOffset, date) => {
    expect(dateOf(ankiClock({ createdAt, creationOffset }, account).dayZero)).toBe(date);
  });

  it.each([
    ['Nairobi', at('2019-06-03T01:00:00Z'), '2019-06-03'],
    ['New York', at('2019-06-03T08:00:00Z'), '2019-06-03'],
    ['Auckland', at('2019-06-02T16:00:00Z'), '2019-06-03'],
  ])('are those of %s also where the file names no offset', (_place, createdAt, date) => {
    expect(dateOf(ankiClock({ createdAt, creationOffset: null }, account).dayZero)).toBe(date);
  });
});

describe('a schedule', () => {
  const clock = ankiClock(
    { createdAt: Date.parse('2024-11-18T01:00:00Z') / 1000, creationOffset: -180 },
    { timezone: 'Africa/Nairobi', dayStartHour: 4 },
  );
  const row: CardRow = {
    id: 1,
    noteId: 1,
    deckId: '1',
    ordinal: 0,
    type: 2,
    queue: 2,
    due: 10,
    interval: 5,
    factor: 2_500,
    reps: 3,
    lapses: 0,
    left: 0,
    originalDue: 0,
    originalDeckId: null,
    flags: 0,
    data: '',
  };
  const of = (changes: Partial<CardRow>) => scheduleOf({ ...row, ...changes }, clock, undefined);
  const zero = dayOfDate('2024-11-18');

  it('of a filtered deck is that of the home deck', () => {
    expect(of({ due: -100_000, originalDue: 20, originalDeckId: '7' })).toMatchObject({ dueDay: zero + 20 });
  });

  it('of a moment is due on the study day of that moment', () => {
    const beforeFour = Date.parse('2026-11-20T00:30:00Z');
    expect(of({ type: 1, queue: 1, due: beforeFour / 1000 })).toMatchObject({
      state: 'learning',
      dueDay: dayOfDate('2026-11-19'),
      dueAt: beforeFour,
    });
  });

  it('keeps a card overdue, and its last day before it', () => {
    expect(of({ due: -400 })).toMatchObject({ dueDay: zero - 400, lastDay: zero - 405 });
  });

  it.each([{ type: 9 }, { due: 5_000_000 }, { interval: 1e9 }, { reps: -1 }, { type: 1, due: 1e15 }])(
    'that makes no sense is none: %o',
    (changes) => expect(of(changes)).toBeNull(),
  );

  it.each(['', '{}', 'no JSON', '{"s":"x","d":null}', '[1]', '{"s":-1,"d":99}'])(
    'reads whatever stands in its data: %s',
    (data) => {
      expect(readCardData(data)).toBeTypeOf('object');
      expect(of({ data })).toMatchObject({ isDerived: true, stability: 5 });
    },
  );
});
