import { ConfigurationInvalid } from '@kumbuka/runtime';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const env = {
  INTERNAL_KEY: 'internal-key-for-tests',
  IDEMPOTENCY_KEY: 'a-key-of-request-bodies',
  MONGO_URL: 'mongodb://127.0.0.1:27017',
  KAFKA_BROKERS: '127.0.0.1:9092',
  REDIS_URL: 'redis://127.0.0.1:6379',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  WEB_ORIGINS: 'https://kumbuka.example',
  KEY_SECRET: 'key-secret-for-tests',
  CODE_SECRET: 'code-secret-for-tests',
};
const problemsOf = (changes: Record<string, string | undefined>): string[] => {
  try {
    loadConfig({ ...env, ...changes });
    return [];
  } catch (error) {
    if (error instanceof ConfigurationInvalid) return error.problems;
    throw error;
  }
};

describe('the configuration', () => {
  it('has the limits that the product promises', () => {
    const { limits, codes } = loadConfig(env);
    expect(limits).toEqual({
      loginFailures: 10,
      codes: 10,
      usernameChanges: 20,
      ipLogIns: 300,
      ipCodes: 200,
      ipSignUps: 200,
      ipCodeTries: 200,
    });
    expect(codes).toMatchObject({ devCodes: false, perHour: 10, resendSeconds: 30 });
  });
  it('takes other limits', () => {
    expect(loadConfig({ ...env, LOGIN_FAILURES_PER_5_MINUTES: '3' }).limits.loginFailures).toBe(3);
  });
  it('lists every problem at once', () => {
    const problems = problemsOf({ SMTP_URL: 'http://mail', KEY_SECRET: 'short', CODE_SECRET: undefined });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'SMTP_URL',
      'KEY_SECRET',
      'CODE_SECRET',
    ]);
  });
  it('reports a problem of DEV_CODES together with all others', () => {
    const problems = problemsOf({ DEV_CODES: 'true', HOST: '0.0.0.0', KEY_SECRET: 'short' });
    expect(problems).toEqual([
      'KEY_SECRET: must have at least 16 characters',
      'DEV_CODES: is rejected unless HOST is a loopback address',
    ]);
  });
  it('allows codes in responses on a loopback address only', () => {
    expect(loadConfig({ ...env, DEV_CODES: 'true' }).codes.devCodes).toBe(true);
    expect(problemsOf({ DEV_CODES: 'true', HOST: '0.0.0.0' })).toEqual([
      'DEV_CODES: is rejected unless HOST is a loopback address',
    ]);
  });
  it('never allows codes in responses in production', () => {
    expect(problemsOf({ DEV_CODES: 'true', NODE_ENV: 'production' })).toEqual([
      'DEV_CODES: is rejected with NODE_ENV=production',
    ]);
  });
});
