import { ConfigurationInvalid } from '@kumbuka/runtime';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { billingEnv } from './testing/test-billing.ts';

const env = {
  INTERNAL_KEY: 'internal-key-for-tests',
  IDEMPOTENCY_KEY: 'a-key-of-request-bodies',
  MONGO_URL: 'mongodb://localhost',
  KAFKA_BROKERS: 'localhost:9092',
  REDIS_URL: 'redis://localhost',
  AUTH_URL: 'http://auth:4001',
  ADMIN_URL: 'http://admin:4006',
  ...billingEnv('https://payment.intasend.com'),
};

describe('the configuration', () => {
  it('reads origins as a list and counts months in Nairobi by default', () => {
    const { origins, zone } = loadConfig(env);
    expect(origins).toEqual(['http://localhost:3000', 'https://kumbuka.example']);
    expect(zone).toBe('Africa/Nairobi');
  });

  it('names every problem at once', () => {
    const load = () =>
      loadConfig({ WEB_ORIGINS: 'https://a.example/path', AI_ZONE: 'Mars', INTASEND_SECRET_KEY: 'short' });
    expect(load).toThrow(ConfigurationInvalid);
    for (const name of [
      'WEB_ORIGINS',
      'AI_ZONE',
      'INTASEND_URL',
      'INTASEND_PUBLIC_KEY',
      'INTASEND_SECRET_KEY',
      'INTASEND_CHALLENGE',
    ])
      expect(load).toThrow(name);
  });

  it.each([
    ['its host', { INTASEND_URL: 'https://sandbox.intasend.com' }],
    ['a host of another form', { INTASEND_URL: 'https://api-sandbox.intasend.com' }],
    ['a host in capitals', { INTASEND_URL: 'https://Payment-SANDBOX-2.example' }],
    ['its public key', { INTASEND_PUBLIC_KEY: 'ISPubKey_test_0123456789abcdef' }],
    ['its secret key', { INTASEND_SECRET_KEY: 'ISSecretKey_test_0123456789abcdef' }],
  ])('rejects the payment sandbox in production, recognized by %s', (_what, sandbox) => {
    const production = { ...env, NODE_ENV: 'production' };
    expect(() => loadConfig({ ...production, ...sandbox })).toThrow('INTASEND_ALLOW_SANDBOX');
    expect(() => loadConfig({ ...production, ...sandbox, INTASEND_ALLOW_SANDBOX: 'true' })).not.toThrow();
    expect(() => loadConfig({ ...env, ...sandbox })).not.toThrow();
  });

  it('talks to the provider over TLS in production', () => {
    const production = { ...env, NODE_ENV: 'production' };
    expect(loadConfig(production).provider.url).toBe('https://payment.intasend.com');
    expect(() => loadConfig({ ...production, INTASEND_URL: 'http://payment.intasend.com' })).toThrow(
      'INTASEND_URL',
    );
  });
});
