import { expect, it } from 'vitest';
import { createBreaker } from './breaker.ts';

const fiveFailures = (clock: { ms: number }) => {
  const breaker = createBreaker({ restMs: 1_000, monotonic: () => clock.ms });
  for (let failure = 0; failure < 5; failure++) {
    expect(breaker.enter()).toBe(true);
    breaker.failed();
  }
  return breaker;
};

it('a circuit breaker opens after five consecutive failures, and not after four', () => {
  const breaker = createBreaker({ restMs: 1_000 });
  for (const _ of [1, 2]) {
    for (let failure = 0; failure < 4; failure++) breaker.failed();
    expect(breaker.isOpen()).toBe(false);
    breaker.succeeded();
  }
  expect(fiveFailures({ ms: 0 }).isOpen()).toBe(true);
});

it('a circuit breaker lets one caller through after its pause, and all callers once that one succeeds', () => {
  const clock = { ms: 0 };
  const breaker = fiveFailures(clock);
  expect(breaker.enter()).toBe(false);
  clock.ms = 1_000;
  expect([breaker.enter(), breaker.enter(), breaker.enter()]).toEqual([true, false, false]);
  breaker.succeeded();
  expect([breaker.enter(), breaker.enter(), breaker.isOpen()]).toEqual([true, true, false]);
});

it('a circuit breaker pauses again when the caller after its pause fails, and lets another one through when that caller never reports', () => {
  const clock = { ms: 1_000 };
  const breaker = fiveFailures(clock);
  clock.ms = 2_000;
  expect(breaker.enter()).toBe(true);
  breaker.failed();
  clock.ms = 2_999;
  expect(breaker.enter()).toBe(false);
  clock.ms = 3_000;
  expect(breaker.enter()).toBe(true);
  clock.ms = 4_000;
  expect(breaker.enter()).toBe(true);
});

it('a circuit breaker stays closed when one source fails many times, and opens when five sources fail', () => {
  const breaker = createBreaker({ restMs: 1_000 });
  for (let failure = 0; failure < 20; failure++) breaker.failed('one account');
  expect(breaker.isOpen()).toBe(false);
  for (const source of ['b', 'c', 'd', 'e']) breaker.failed(source);
  expect(breaker.isOpen()).toBe(true);
});
