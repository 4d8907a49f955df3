import { ConfigurationInvalid } from '@kumbuka/runtime';
import { expect, it } from 'vitest';
import { crashConfig, createCrashAt } from './crash.ts';
import { createFoundation } from './foundation.ts';
import { serviceConfig } from './config.ts';

it('a process dies at the configured pass of its crash point, and at no other point', () => {
  let [deaths, pauses] = [0, 0];
  const crashAt = createCrashAt(
    { point: 'after-commit-before-answer', times: 2, how: 'die' },
    { die: () => (deaths += 1), 'stand-still': () => (pauses += 1) },
  );
  crashAt('after-commit-before-answer');
  crashAt('after-commit-before-publish');
  expect(deaths).toBe(0);
  crashAt('after-commit-before-answer');
  expect(deaths).toBe(1);
  expect(pauses).toBe(0);
});

it('a process pauses after each configured number of passes of its crash point', () => {
  let pauses = 0;
  const crashAt = createCrashAt(
    { point: 'after-work-before-commit', times: 3, how: 'stand-still' },
    { die: () => expect.unreachable(), 'stand-still': () => (pauses += 1) },
  );
  for (let n = 0; n < 7; n++) crashAt('after-work-before-commit');
  expect(pauses).toBe(2);
});

it.each([
  ['after-commit-before-publish', { point: 'after-commit-before-publish', times: 1, how: 'die' }],
  ['after-work-before-commit:25', { point: 'after-work-before-commit', times: 25, how: 'die' }],
  [
    'after-work-before-commit:25:stand-still',
    { point: 'after-work-before-commit', times: 25, how: 'stand-still' },
  ],
])('CRASH_AT=%s is parsed as %o', (text, crash) => expect(crashConfig.parse(text)).toEqual(crash));

it.each([
  'anywhere',
  'after-commit-before-publish:0',
  'after-commit-before-publish:soon',
  'after-commit-before-publish:1:later',
])('CRASH_AT=%s is rejected', (text) => expect(crashConfig.safeParse(text).success).toBe(false));

it('CRASH_AT is rejected in production', () => {
  const config = serviceConfig('decks', {
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: 0,
    INTERNAL_KEY: 'a-key-of-the-tests',
    IDEMPOTENCY_KEY: 'a-key-of-request-bodies',
    MONGO_URL: 'mongodb://127.0.0.1:1',
    KAFKA_BROKERS: ['127.0.0.1:1'],
    REDIS_URL: 'redis://127.0.0.1:1',
    WRITES_PER_MINUTE: 120,
    READS_PER_MINUTE: 200_000,
    CRASH_AT: { point: 'after-commit-before-publish', times: 1, how: 'die' },
  });
  expect(() => createFoundation(config)).toThrow(ConfigurationInvalid);
});
