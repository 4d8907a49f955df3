import { RateLimited } from '@kumbuka/contracts';
import type { RouteRequest } from '@kumbuka/http-kit';
import fastify from 'fastify';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { registerStopReminders } from './stop-reminders-route.ts';

const token = 't'.repeat(32);

function serve(count = async () => {}) {
  const asked: RouteRequest[] = [];
  const app = fastify();
  registerStopReminders(app, {
    internalKey: 'an-internal-key-for-tests',
    webKeys: [],
    callerOf: async () => ({
      principal: null,
      count,
      take: async () => {},
      enter: async () => ({ widen: async () => {}, end: () => {} }),
      hold: async () => {},
    }),
    studyProgress: {
      call: async (request) => {
        asked.push(request);
        return { status: 204, headers: {}, body: Readable.from([]) };
      },
    },
  });
  return { app, asked };
}

it.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  ['multipart/form-data; boundary=b', '--b\r\n\r\n--b--'],
  [undefined, undefined],
])('one click in a mail program stops the reminders (%s)', async (type, payload) => {
  const { app, asked } = serve();
  const headers = type === undefined ? {} : { 'content-type': type };
  const response = await app.inject({
    method: 'POST',
    url: `/reminders/stop?token=${token}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  expect(response.statusCode).toBe(204);
  expect(asked.map(({ route, query }) => [route.operationId, query])).toEqual([['stopReminders', { token }]]);
});

it('opening the address stops nothing', async () => {
  const { app, asked } = serve();
  const { statusCode } = await app.inject({ method: 'GET', url: `/reminders/stop?token=${token}` });
  expect([statusCode, asked]).toEqual([404, []]);
});

it('a network that asks too often is refused before study-progress is asked', async () => {
  const { app, asked } = serve(async () => {
    throw new RateLimited(5);
  });
  const { statusCode } = await app.inject({ method: 'POST', url: `/reminders/stop?token=${token}` });
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(asked).toEqual([]);
});
