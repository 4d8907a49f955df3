import fastify from 'fastify';
import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { RateLimited } from '@kumbuka/contracts';
import type { RouteRequest, UpstreamResponse } from '@kumbuka/http-kit';
import type { Caller } from './callers.ts';
import { registerExport } from './export-route.ts';

const disposition = `attachment; filename="Miji.apkg"; filename*=UTF-8''Miji.apkg`;
const file = (): UpstreamResponse => ({
  status: 200,
  headers: { 'content-type': 'application/octet-stream', 'content-disposition': disposition, 'x-user': '7' },
  body: Readable.from(['one', 'two']),
});

/** Serves what decks responds; also what decks was asked, and how many turns are still taken. */
function serve(respond: () => UpstreamResponse | Promise<UpstreamResponse>, count = async () => {}) {
  const asked: RouteRequest[] = [];
  const state = { turns: 0, held: 0 };
  const caller: Caller = {
    principal: null,
    count,
    take: async () => {},
    enter: async () => {
      state.turns += 1;
      return { widen: async () => {}, end: () => void (state.turns -= 1) };
    },
    hold: async () => void (state.held += 1),
  };
  const app = fastify();
  registerExport(app, {
    internalKey: 'an-internal-key-for-tests',
    webKeys: [],
    callerOf: async () => caller,
    decks: {
      call: async (request) => {
        asked.push(request);
        return respond();
      },
    },
  });
  const get = (url: string) =>
    app.inject({ url, headers: { authorization: 'Bearer mine', cookie: 'secret' } });
  return { get, asked, state };
}

it('a deck is fetched from decks with the token of the caller, as a stream with its name', async () => {
  const { get, asked, state } = serve(file);
  const { statusCode, headers, payload } = await get('/export?format=apkg&deck=7');
  expect([statusCode, payload]).toEqual([200, 'onetwo']);
  expect(headers).toMatchObject({
    'content-disposition': disposition,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(headers['x-user']).toBeUndefined();
  const [request] = asked;
  expect([request?.route.path, request?.params, request?.query]).toEqual([
    '/decks/{id}/export',
    { id: '7' },
    { format: 'apkg' },
  ]);
  expect(request?.headers).toMatchObject({ authorization: 'Bearer mine' });
  expect(request?.headers).not.toHaveProperty('cookie');
  await vi.waitFor(() => expect(state.turns).toBe(0));
});

it('without a deck all of them are fetched', async () => {
  const { get, asked } = serve(file);
  await get('/export?format=json');
  expect(asked[0]?.route.path).toBe('/export');
});

it('a rejection of decks is passed on, and a repeated export is delayed', async () => {
  const rejection = () => ({
    status: 429,
    headers: { 'retry-after': '5' },
    body: Buffer.from('{"code":"RATE_LIMITED"}'),
  });
  const { get, state } = serve(rejection);
  const response = await get('/export?format=csv');
  expect([response.statusCode, response.headers['retry-after'], state]).toEqual([
    429,
    '5',
    { turns: 0, held: 1 },
  ]);
});

it('decks is not asked by a caller whose budget is used up', async () => {
  const { get, asked } = serve(file, () => Promise.reject(new RateLimited(3)));
  expect((await get('/export?format=csv')).statusCode).not.toBe(200);
  expect(asked).toEqual([]);
});

it('the turn ends when decks cannot be reached', async () => {
  const { get, state } = serve(() => Promise.reject(new Error('refused')));
  expect((await get('/export?format=csv')).statusCode).not.toBe(200);
  expect(state.turns).toBe(0);
});
