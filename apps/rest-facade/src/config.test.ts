import { addressVariable, serviceNames } from '@kumbuka/contracts';
import { ConfigurationInvalid } from '@kumbuka/runtime';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const env = {
  INTERNAL_KEY: 'internal-key-for-tests',
  ...Object.fromEntries(serviceNames.map((name) => [addressVariable(name), `http://${name}:4000`])),
};

describe('the configuration', () => {
  it('allows no foreign origin and trusts no proxy by default', () => {
    expect(loadConfig(env)).toMatchObject({ port: 5000, corsOrigins: [], proxyHops: 0 });
  });

  it('reads origins as a list', () => {
    const { corsOrigins } = loadConfig({ ...env, CORS_ORIGINS: 'https://a.example, https://b.example,' });
    expect(corsOrigins).toEqual(['https://a.example', 'https://b.example']);
  });

  it('rejects the wildcard * and values that are no origin', () => {
    for (const origins of ['*', 'https://a.example/path', 'a.example'])
      expect(() => loadConfig({ ...env, CORS_ORIGINS: origins })).toThrow(ConfigurationInvalid);
  });

  it('names every problem at once', () => {
    for (const name of ['INTERNAL_KEY', ...serviceNames.map(addressVariable), 'PROXY_HOPS'])
      expect(() => loadConfig({ PROXY_HOPS: '9' })).toThrow(name);
  });
});
