import { ConfigurationInvalid } from '@kumbuka/runtime';
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

const env = {
  INTERNAL_KEY: 'a-key-of-enough-length',
  IDEMPOTENCY_KEY: 'a-key-of-request-bodies',
  MONGO_URL: 'mongodb://127.0.0.1:27017',
  KAFKA_BROKERS: 'one:9092, two:9092',
  REDIS_URL: 'redis://127.0.0.1:6379',
  AUTH_URL: 'http://127.0.0.1:4001',
  DECKS_URL: 'http://127.0.0.1:4002',
};

test('the environment becomes one nested configuration with defaults', () => {
  expect(loadConfig(env)).toMatchObject({
    name: 'study-progress',
    host: '127.0.0.1',
    port: 0,
    mongo: { url: env.MONGO_URL, database: 'kumbuka_study_progress' },
    kafka: { brokers: ['one:9092', 'two:9092'] },
    decks: { url: env.DECKS_URL },
  });
});

function problemsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigurationInvalid ? error.problems : [String(error)];
  }
}

test('the configuration reports every problem at once', () => {
  const problems = problemsOf({ ...env, PORT: '99999', DECKS_URL: 'decks', MONGO_URL: '' });
  expect(problems.map((problem) => problem.split(':')[0]).toSorted()).toEqual([
    'DECKS_URL',
    'MONGO_URL',
    'PORT',
  ]);
});
