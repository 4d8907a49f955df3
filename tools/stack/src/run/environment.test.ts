import { byKafkaLogin, byService, serviceNames } from '@kumbuka/contracts';
import { describe, expect, it } from 'vitest';
import { environmentFor, type StackAddresses } from './environment.ts';
import { services, type ProcessName } from './services.ts';

const addresses: StackAddresses = {
  nodeEnv: 'development',
  logLevel: 'info',
  host: '0.0.0.0',
  devCodes: false,
  proxyHops: { gateway: 0, 'rest-facade': 1, web: 2 },
  ports: {
    ...byService(() => 4),
    auth: 1,
    decks: 2,
    'study-progress': 3,
    gateway: 4000,
    'rest-facade': 5000,
    web: 3000,
  },
  keys: {
    internalKey: 'internal',
    idempotencyKey: 'bodies',
    webKey: 'web',
    adminKey: 'admin',
    metricsKey: 'metrics',
    keyEncryptionSecret: 'encryption',
    codeSecret: 'code',
    vapidPrivateKey: 'vapid',
    paymentSecret: 'payment',
    paymentChallenge: 'challenge',
    kafka: byKafkaLogin((name) => name),
  },
  infrastructure: {
    mongoUrl: 'mongodb://m',
    kafkaBrokers: 'k:1',
    redisUrl: 'redis://r',
    smtpUrl: 'smtp://s',
    payments: { url: 'http://p', publicKey: 'public', secretKey: 'secret', challenge: 'told' },
  },
  importFolder: '/imports',
  webRoot: '/dist',
  keptAssets: '/kept-assets',
  mediaStore: '/media',
};

describe('environment of a service', () => {
  it.each(services.map(({ name }) => name))('%s gets its own port', (name) =>
    expect(environmentFor(name, addresses)['PORT']).toBe(String(addresses.ports[name])),
  );

  const namesWith = (name: string): ProcessName[] =>
    services.map((service) => service.name).filter((service) => name in environmentFor(service, addresses));

  it('every process gets the shared key, except the web server, whose key only the gateway has', () => {
    expect(namesWith('INTERNAL_KEY')).toEqual([...serviceNames, 'gateway', 'rest-facade']);
    expect(namesWith('WEB_KEY')).toEqual(['gateway', 'web']);
    for (const name of ['REDIS_URL', 'IDEMPOTENCY_KEY']) expect(namesWith(name)).toEqual(serviceNames);
  });

  it('each edge gets the number of proxies in front of it', () => {
    const hops = namesWith('PROXY_HOPS').map((name) => [name, environmentFor(name, addresses)['PROXY_HOPS']]);
    expect(hops).toEqual([
      ['gateway', '0'],
      ['rest-facade', '1'],
      ['web', '2'],
    ]);
  });

  it('services listen on loopback, and only the edges are open', () => {
    const hosts = services.map(({ name, tier }) => [tier, environmentFor(name, addresses)['HOST']]);
    for (const [tier, host] of hosts) expect(host).toBe(tier === 'service' ? '127.0.0.1' : '0.0.0.0');
  });

  it('processes that use Kafka get the login of its brokers', () => {
    const infrastructure = {
      ...addresses.infrastructure,
      kafkaTls: true,
      kafkaLogins: byKafkaLogin((name) => `plain:${name}:secret`),
    };
    const secured = services.filter(
      ({ name }) => 'KAFKA_LOGIN' in environmentFor(name, { ...addresses, infrastructure }),
    );
    expect(secured.map(({ name }) => name)).toEqual([...serviceNames, 'gateway']);
    expect(environmentFor('decks', { ...addresses, infrastructure })).toMatchObject({
      KAFKA_TLS: 'true',
      KAFKA_LOGIN: 'plain:decks:secret',
    });
    expect(namesWith('KAFKA_TLS')).toEqual([]);
  });

  it('only auth gets the secrets of auth', () => {
    const secrets = new Set([
      addresses.keys.keyEncryptionSecret,
      addresses.keys.codeSecret,
      addresses.keys.vapidPrivateKey,
    ]);
    for (const { name } of services.filter((service) => service.name !== 'auth')) {
      expect(Object.values(environmentFor(name, addresses)).filter((value) => secrets.has(value))).toEqual(
        [],
      );
    }
    expect(environmentFor('auth', addresses)).toMatchObject({ CODE_SECRET: 'code', DEV_CODES: 'false' });
  });

  it('only billing gets the keys of the payment provider', () => {
    expect(namesWith('INTASEND_SECRET_KEY')).toEqual(['billing']);
    expect(environmentFor('billing', addresses)).toMatchObject({
      INTASEND_URL: 'http://p',
      WEB_ORIGINS: 'http://localhost:3000,http://127.0.0.1:3000',
    });
  });

  it('only services with data get the addresses of the stores', () => {
    expect(environmentFor('decks', addresses)).toMatchObject({
      MONGO_URL: 'mongodb://m',
      KAFKA_BROKERS: 'k:1',
    });
    expect(environmentFor('web', addresses)).not.toHaveProperty('MONGO_URL');
  });
});
