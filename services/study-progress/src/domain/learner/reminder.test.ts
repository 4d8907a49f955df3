import { ValidationFailed } from '@kumbuka/contracts';
import { dayOfDate } from '@kumbuka/contracts/study-day';
import { describe, expect, it } from 'vitest';
import { newLearner, type Learner } from './learner.ts';
import { checkReminder, nextReminder, reminderAt } from './reminder.ts';

const nairobi = { timezone: 'Africa/Nairobi', dayStartHour: 4 };
const at = (instant: string) => new Date(instant);

describe('the next reminder', () => {
  it('is at the hour of the learner, today or tomorrow', () => {
    const next = (now: string) => nextReminder(nairobi, 18, at(now)).toISOString();
    expect(next('2026-03-04T14:59:00Z')).toBe('2026-03-04T15:00:00.000Z');
    expect(next('2026-03-04T15:00:00Z')).toBe('2026-03-05T15:00:00.000Z');
  });

  it('after midnight and before the start of the day belongs to the day before', () => {
    expect(nextReminder(nairobi, 2, at('2026-03-04T20:00:00Z')).toISOString()).toBe(
      '2026-03-04T23:00:00.000Z',
    );
  });

  it.each([
    ['an hour that does not exist is the first one after it', 2, '2026-03-29T01:00:00.000Z'],
    ['an hour that comes twice is its first', 18, '2026-03-29T16:00:00.000Z'],
  ])('when the clocks go forward: %s', (_case, hour, expected) => {
    const berlin = { timezone: 'Europe/Berlin', dayStartHour: 0 };
    expect(nextReminder(berlin, hour, at('2026-03-28T22:59:00Z')).toISOString()).toBe(expected);
  });

  it('when the clocks go back comes once', () => {
    const berlin = { timezone: 'Europe/Berlin', dayStartHour: 0 };
    const first = nextReminder(berlin, 2, at('2026-10-24T22:00:00Z'));
    expect(first.toISOString()).toBe('2026-10-25T00:00:00.000Z');
    expect(nextReminder(berlin, 2, first).toISOString()).toBe('2026-10-26T01:00:00.000Z');
  });
});

describe('a reminder', () => {
  const today = dayOfDate('2026-03-04');
  const learner = (more: Partial<Learner> = {}): Learner => ({
    ...newLearner(7),
    ...nairobi,
    due: [[today, 12]],
    ...more,
  });
  const sixOClock = at('2026-03-04T15:00:00Z');

  it('names the due cards and the minutes that they take', () => {
    expect(reminderAt(learner(), 18, sixOClock)).toMatchObject({ day: today, cards: 12 });
    expect(reminderAt(learner(), 18, sixOClock)?.minutes).toBeGreaterThan(0);
  });

  it.each([
    ['without due cards', { due: [] }],
    ['on a day that was studied', { runs: [[today - 3, today]] as const }],
    ['during an absence', { absence: [today, today + 3] }],
  ])('is not sent %s', (_case, more) => {
    expect(reminderAt(learner(more as Partial<Learner>), 18, sixOClock)).toBeNull();
  });

  it('is not sent before its hour, nor hours after it', () => {
    const sentAt = (instant: string) => reminderAt(learner(), 18, at(instant)) !== null;
    expect(['14:59', '15:00', '17:00', '17:01'].map((time) => sentAt(`2026-03-04T${time}:00Z`))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('shortly before midnight belongs to the study day that has begun', () => {
    expect(reminderAt(learner(), 23, at('2026-03-04T20:30:00Z'))?.day).toBe(today);
    expect(reminderAt(learner(), 23, at('2026-03-04T21:30:00Z'))?.day).toBe(today);
  });

  it.each([-1, 24, 7.5])('refuses the hour %d', (hour) => {
    expect(() => checkReminder({ hour, channel: 'mail' })).toThrow(ValidationFailed);
  });
});
