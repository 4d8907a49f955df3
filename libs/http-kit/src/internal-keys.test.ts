import { internalHeaders } from '@kumbuka/contracts';
import { describe, expect, it } from 'vitest';
import { createLog, createServer, internalKeysOf } from './index.ts';

const [key, previous] = ['key-of-this-month', 'key-of-last-month'];
const log = createLog('kit', 'silent');
const shown = (value: string) => ({ [internalHeaders.key]: value });

const statusOf = async (url: string, headers: Record<string, string>, isOpen?: boolean) => {
  const internalKeys = internalKeysOf({ INTERNAL_KEY: key, INTERNAL_KEY_PREVIOUS: previous });
  const app = createServer({ log, isReady: () => true, internalKeys, ...(isOpen ? { isOpen } : {}) });
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
  ])('answers %s', async (_what, headers, status) => {
    expect(await statusOf('/decks', headers)).toBe(status);
    expect(await statusOf('/health/live', headers)).toBe(200);
  });
});

describe.each([
  ['a server for processes', false],
  ['a way in', true],
])('the metrics of %s', (_server, isOpen) => {
  it.each([
    ['the key', shown(key), 200],
    ['the key as a bearer', { authorization: `Bearer ${key}` }, 200],
    ['no key', {}, 403],
    ['the bearer of somebody', { authorization: 'Bearer a.b.c' }, 403],
  ])('are told to %s', async (_what, headers, status) =>
    expect(await statusOf('/metrics', headers, isOpen)).toBe(status),
  );

  it('ask nobody who comes for something else', async () =>
    expect(await statusOf('/decks', {}, isOpen)).toBe(isOpen ? 200 : 403));
});

it('a way in without keys tells its metrics to nobody', async () => {
  const app = createServer({ log, isReady: () => true });
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(403);
  expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200);
});
