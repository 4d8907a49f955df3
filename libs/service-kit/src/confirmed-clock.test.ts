import { expect, it } from 'vitest';
import { createConfirmedClock } from './confirmed-clock.ts';

const minuteMs = 60_000;
const start = Date.parse('2026-03-10T12:00:00Z');

function aClock() {
  let [elapsed, ahead] = [0, 0];
  const confirmed = createConfirmedClock({
    now: () => new Date(start + elapsed + ahead),
    monotonic: () => elapsed,
  });
  return {
    jump: (ms: number) => void (ahead = ms),
    /** Runs a job every minute and returns the latest confirmed time, in milliseconds after the start. */
    run(minutes: number) {
      let seen: Date | null = null;
      for (let minute = 0; minute < minutes; minute++) {
        elapsed += minuteMs;
        seen = confirmed();
      }
      return seen && seen.getTime() - start;
    },
  };
}

it('the confirmed clock confirms nothing before an hour was observed', () => {
  const clock = aClock();
  expect(clock.run(60)).toBeNull();
  expect(clock.run(1)).toBe(minuteMs);
});

it('a clock that is 8 days ahead for 80 seconds confirms none of these days', () => {
  const clock = aClock();
  clock.run(90);
  clock.jump(8 * 24 * 60 * minuteMs);
  expect(clock.run(2)).toBeLessThan(120 * minuteMs);
  clock.jump(0);
  expect(clock.run(120)).toBeLessThan(240 * minuteMs);
});

it('a clock that is ahead from the start of the process confirms nothing when it is set right within an hour', () => {
  const clock = aClock();
  clock.jump(8 * 24 * 60 * minuteMs);
  clock.run(30);
  clock.jump(0);
  expect(clock.run(31)).toBe(31 * minuteMs);
});

it('a clock that stays ahead is confirmed after an hour', () => {
  const clock = aClock();
  clock.jump(24 * 60 * minuteMs);
  expect(clock.run(61)).toBeGreaterThan(24 * 60 * minuteMs);
});
