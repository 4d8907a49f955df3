import { addressVariable, serviceNames } from '@kumbuka/contracts';
import { ConfigurationInvalid } from '@kumbuka/runtime';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const env = {
  INTERNAL_KEY: 'internal-key-for-tests',
  WEB_KEY: 'web-key-for-tests',
  ...Object.fromEntries(serviceNames.map((name) => [addressVariable(name), `http://${name}:4000`])),
};

describe('the configuration', () => {
  it('requires addresses and the key, and trusts no proxy by default', () => {
    expect(loadConfig(env)).toMatchObject({ port: 4000, proxyHops: 0, registeredOperationsOnly: false });
  });

  it('names every problem at once', () => {
    const load = () => loadConfig({ PROXY_HOPS: '-1', KNOWN_OPERATIONS_ONLY: 'yes' });
    expect(load).toThrow(ConfigurationInvalid);
    for (const name of [
      'INTERNAL_KEY',
      'WEB_KEY',
      ...serviceNames.map(addressVariable),
      'PROXY_HOPS',
      'KNOWN',
    ])
      expect(load).toThrow(name);
  });

  it('accepts both keys of the web server during a rotation', () => {
    expect(loadConfig(env).webKeys).toEqual([env.WEB_KEY]);
    const changing = { ...env, WEB_KEY_PREVIOUS: 'web-key-of-last-month' };
    expect(loadConfig(changing).webKeys).toEqual([env.WEB_KEY, 'web-key-of-last-month']);
  });

  it('accepts only registered operations in production unless the configuration says otherwise', () => {
    const of = (more: Record<string, string>) => loadConfig({ ...env, ...more }).registeredOperationsOnly;
    expect(of({ NODE_ENV: 'production' })).toBe(true);
    expect(of({ NODE_ENV: 'production', KNOWN_OPERATIONS_ONLY: 'false' })).toBe(false);
    expect(of({ KNOWN_OPERATIONS_ONLY: 'true' })).toBe(true);
  });

  it('never allows introspection in production', () => {
    expect(loadConfig(env).introspection).toBe(true);
    expect(loadConfig({ ...env, NODE_ENV: 'production', INTROSPECTION: 'true' }).introspection).toBe(false);
  });
});
