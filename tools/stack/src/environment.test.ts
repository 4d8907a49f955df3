import { describe, expect, it } from 'vitest';
import { environmentFor, type StackFacts } from './environment.ts';
import { services } from './services.ts';

const facts: StackFacts = {
  nodeEnv: 'development',
  logLevel: 'info',
  host: '0.0.0.0',
  devCodes: false,
  ports: { auth: 1, decks: 2, 'study-progress': 3, gateway: 4000, 'rest-facade': 5000, web: 3000 },
  keys: {
    internalKey: 'internal',
    adminKey: 'admin',
    redisPassword: 'redis',
    keyEncryptionSecret: 'encryption',
    codeSecret: 'code',
  },
  infrastructure: {
    mongoUrl: 'mongodb://m',
    kafkaBrokers: 'k:1',
    redisUrl: 'redis://r',
    smtpUrl: 'smtp://s',
  },
  webRoot: '/dist',
};

describe('environment of a service', () => {
  it.each(services.map(({ name }) => name))('%s gets its own port and the shared key', (name) => {
    const environment = environmentFor(name, facts);
    expect(environment['PORT']).toBe(String(facts.ports[name]));
    expect(environment['INTERNAL_KEY']).toBe('internal');
  });

  it('keeps services on loopback and opens only the ways in', () => {
    const hosts = services.map(({ name, tier }) => [tier, environmentFor(name, facts)['HOST']]);
    for (const [tier, host] of hosts) expect(host).toBe(tier === 'service' ? '127.0.0.1' : '0.0.0.0');
  });

  it('gives the secrets of auth to auth alone', () => {
    const secrets = new Set([facts.keys.keyEncryptionSecret, facts.keys.codeSecret]);
    for (const { name } of services.filter((service) => service.name !== 'auth')) {
      expect(Object.values(environmentFor(name, facts)).filter((value) => secrets.has(value))).toEqual([]);
    }
    expect(environmentFor('auth', facts)).toMatchObject({ CODE_SECRET: 'code', DEV_CODES: 'false' });
  });

  it('tells the stores to those that have data', () => {
    expect(environmentFor('decks', facts)).toMatchObject({ MONGO_URL: 'mongodb://m', KAFKA_BROKERS: 'k:1' });
    expect(environmentFor('web', facts)).not.toHaveProperty('MONGO_URL');
  });
});
