import { internalHeaders, type Envelope } from '@kumbuka/contracts';
import type { RunningApp } from '@kumbuka/http-kit';
import { testInternalKey } from '@kumbuka/testing';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { learner, services, start, useGateway } from '../testing/gateway-suite.ts';

useGateway();

let running: RunningApp;
let emit: (event: Envelope) => void;
let isFed = true;
const sockets: Socket[] = [];

/** Starts a gateway whose events come from the test. */
const startFed = () =>
  start(
    {},
    {
      follow: (onEvent) => {
        emit = onEvent;
        return { start: () => {}, stop: async () => {}, isReady: () => isFed };
      },
    },
  );
beforeAll(async () => {
  running = await startFed();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  isFed = true;
});
afterAll(() => running.stop());

/** Opens a stream and collects what arrives. */
async function listen(token: string | null, of = running) {
  const { port } = of.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (data) => (text += String(data)));
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  const bearer = token === null ? '' : `authorization: Bearer ${token}\r\n`;
  socket.write(`GET /live HTTP/1.1\r\nhost: kumbuka.test\r\n${bearer}\r\n`);
  const arrives = async (part: string) => {
    for (let left = 150; left > 0 && !text.includes(part); left -= 1) await pause(20);
    expect(text).toContain(part);
  };
  await arrives('\r\n\r\n');
  return { arrives, closed, text: () => text };
}

const answered = (userId: number): Envelope => ({
  id: '018f4a3e-0000-7000-8000-000000000000',
  type: 'study-progress.card-reviewed',
  version: 1,
  occurredAt: '2026-01-31T08:00:00.000Z',
  source: 'study-progress',
  key: String(userId),
  aggregate: { type: 'schedule', id: '1', version: 1 },
  correlationId: 'test',
  causationId: null,
  data: { userId, deckId: 7, cardId: 8, wasCorrect: true },
});

it('a stream says what kind of thing changed, without any content', async () => {
  const stream = await listen(learner.token);
  await stream.arrives('\r\n\r\n:\n\n');
  emit(answered(learner.id));
  await stream.arrives('data: study\n\n');
  const [head = '', body] = stream.text().split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  for (const header of [
    'content-type: text/event-stream',
    'x-accel-buffering: no',
    'cache-control: no-store',
  ])
    expect(head).toContain(header);
  expect(body).toBe(':\n\nevent: change\ndata: study\n\n');
});

it('an event of another account never reaches a stream', async () => {
  const other = await services.newLearner();
  const [own, stranger] = await Promise.all([listen(learner.token), listen(other.token)]);
  emit(answered(other.id));
  await stranger.arrives('data: study');
  expect(own.text()).not.toContain('data:');
});

it('a stream needs a token that is accepted', async () => {
  expect((await listen(null)).text()).toMatch(/^HTTP\/1\.1 401 /);
  expect((await listen('a.b.c')).text()).toMatch(/^HTTP\/1\.1 401 /);
});

it('a stream ends within seconds after its token was revoked', async () => {
  const leaving = await services.newLearner();
  const stream = await listen(leaving.token);
  const headers = { [internalHeaders.key]: testInternalKey, authorization: `Bearer ${leaving.token}` };
  await services.running.auth.app.inject({ method: 'POST', url: '/logout', headers });
  await stream.closed;
  expect((await listen(leaving.token)).text()).toMatch(/^HTTP\/1\.1 401 /);
});

it('without events a stream is refused, so that clients poll', async () => {
  isFed = false;
  expect((await listen(learner.token)).text()).toMatch(/^HTTP\/1\.1 503 /);
});

it('streams do not hold up the end of the process', async () => {
  const other = await startFed();
  const stream = await listen(learner.token, other);
  const began = performance.now();
  await other.stop();
  await stream.closed;
  expect(performance.now() - began).toBeLessThan(4_000);
});
