import { ConfigurationInvalid } from '@kumbuka/runtime';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const env = {
  INTERNAL_KEY: 'a-key-of-the-processes',
  IDEMPOTENCY_KEY: 'a-key-of-request-bodies',
  MONGO_URL: 'mongodb://127.0.0.1:27017',
  KAFKA_BROKERS: '127.0.0.1:9092, 127.0.0.1:9093',
  REDIS_URL: 'redis://127.0.0.1:6379',
  AUTH_URL: 'http://127.0.0.1:4101',
  STUDY_PROGRESS_URL: 'http://127.0.0.1:4103',
  BILLING_URL: 'http://127.0.0.1:4104',
  IMPORT_FOLDER: '/imports',
};

describe('the configuration', () => {
  it('the configuration is read from the environment, with defaults for what is not secret', () =>
    expect(loadConfig(env)).toEqual({
      name: 'decks',
      environment: 'development',
      logLevel: 'info',
      host: '127.0.0.1',
      port: 0,
      internalKey: 'a-key-of-the-processes',
      internalKeys: ['a-key-of-the-processes'],
      idempotencyKeys: ['a-key-of-request-bodies'],
      writesPerMinute: 120,
      readsPerMinute: 120_000,
      mongo: { url: 'mongodb://127.0.0.1:27017', database: 'kumbuka_decks' },
      kafka: { brokers: ['127.0.0.1:9092', '127.0.0.1:9093'] },
      redis: { url: 'redis://127.0.0.1:6379' },
      auth: { url: 'http://127.0.0.1:4101' },
      mediaStore: null,
      studyProgress: { url: 'http://127.0.0.1:4103' },
      billing: { url: 'http://127.0.0.1:4104' },
      imports: { folder: '/imports', bytes: 10 * 1024 ** 3 },
    }));

  it('the configuration reports every problem at once', () => {
    const problems = problemsOf({
      ...env,
      MONGO_URL: 'postgres://x',
      AUTH_URL: 'auth',
      PORT: '99999',
      INTERNAL_KEY: 'short',
    });
    expect(problems.map((problem) => problem.split(':')[0]).toSorted()).toEqual([
      'AUTH_URL',
      'INTERNAL_KEY',
      'MONGO_URL',
      'PORT',
    ]);
  });
});

function problemsOf(changed: typeof env & { PORT: string }): string[] {
  try {
    loadConfig(changed);
    return [];
  } catch (error) {
    return error instanceof ConfigurationInvalid ? error.problems : [String(error)];
  }
}
