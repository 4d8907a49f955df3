import { internalHeaders } from '@kumbuka/contracts';
import { describe, expect, it } from 'vitest';
import { createServer } from '../index.ts';
import { createLog, internalKeysOf } from '@kumbuka/runtime';

const [key, previous] = ['key-of-this-month', 'key-of-last-month'];
const log = createLog('kit', 'silent');
const shown = (value: string) => ({ [internalHeaders.key]: value });

const statusOf = async (url: string, headers: Record<string, string>) => {
  const internalKeys = internalKeysOf({ INTERNAL_KEY: key, INTERNAL_KEY_PREVIOUS: previous });
  const app = createServer({ log, isReady: () => true, internalKeys });
  app.get('/decks', (_request, reply) => reply.send({}));
  return (await app.inject({ url, headers })).statusCode;
};

describe('a server for processes', () => {
  it.each([
    ['the key', shown(key), 200],
    ['the other key, while keys are changed', shown(previous), 200],
    ['no key', {}, 403],
    ['a guess', shown('key-of-next-month'), 403],
    ['the key as a bearer', { authorization: `Bearer ${key}` }, 403],
  ])('checks %s', async (_what, headers, status) => {
    expect(await statusOf('/decks', headers)).toBe(status);
    expect(await statusOf('/health/live', headers)).toBe(200);
  });
});

describe.each([
  ['a server for processes', [key]],
  ['an edge', undefined],
])('the metrics of %s', (_server, internalKeys) => {
  const metricsKey = 'key-of-the-scraper';
  const server = (metrics?: string) =>
    createServer({
      log,
      isReady: () => true,
      ...(internalKeys && { internalKeys }),
      ...(metrics !== undefined && { metricsKey: metrics }),
    });
  const statusWith = async (headers: Record<string, string>, url = '/metrics') => {
    const app = server(metricsKey);
    app.get('/decks', (_request, reply) => reply.send({}));
    return (await app.inject({ url, headers })).statusCode;
  };

  it.each([
    ['their own key as a bearer', { authorization: `Bearer ${metricsKey}` }, 200],
    ['the key of the processes', shown(key), 403],
    ['the key of the processes as a bearer', { authorization: `Bearer ${key}` }, 403],
    ['their own key as that of a process', shown(metricsKey), 403],
    ['no key', {}, 403],
    ['a bearer token of a user', { authorization: 'Bearer a.b.c' }, 403],
  ])('the metrics route checks %s', async (_what, headers, status) =>
    expect(await statusWith(headers)).toBe(status),
  );

  it('the metrics key opens no other route', async () =>
    expect(await statusWith({ ...shown(metricsKey), authorization: `Bearer ${metricsKey}` }, '/decks')).toBe(
      internalKeys ? 403 : 200,
    ));

  it('the metrics route is closed without a configured key', async () => {
    const headers = { ...shown(key), authorization: 'Bearer ' };
    expect((await server().inject({ url: '/metrics', headers })).statusCode).toBe(403);
    expect((await server().inject({ url: '/health/ready' })).statusCode).toBe(200);
  });
});
