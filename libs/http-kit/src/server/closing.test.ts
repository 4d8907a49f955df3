import { internalHeaders, type RestRoute } from '@kumbuka/contracts';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { callService, createServer, overHttp } from '../index.ts';
import { createLog } from '@kumbuka/runtime';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A tenth of the time of production. */
const drainMs = 50;

it('a connection that is busy when closing begins does not keep the process open', async () => {
  const closing = { drainMs };
  const app = createServer({ log: createLog('kit', 'silent'), isReady: () => true, closing });
  app.get('/slow', async () => {
    await pause(300);
    return { done: true };
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const response = new Promise<number | undefined>((resolve, reject) => {
    get(`${address}/slow`, { agent }, (response) => resolve(response.resume().statusCode)).on(
      'error',
      reject,
    );
  });
  await pause(100);

  await app.close();
  expect(await response).toBe(200);
  agent.destroy();
});

const internalKey = 'k'.repeat(32);
const route: RestRoute = {
  owner: 'decks',
  operationId: 'respondQuickly',
  method: 'GET',
  path: '/quick',
  summary: 'Responds.',
  exposure: 'internal',
  access: 'process',
  status: 200,
};

/** Server with a kept-alive connection that has carried one request. */
async function serverWithConnection(headers: Record<string, string>, closing: { drainMs?: number }) {
  const app = createServer({ log: createLog('kit', 'silent'), isReady: () => true, closing });
  app.get('/quick', async () => ({ done: true }));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${address}/quick`, { agent, headers }, (response) => resolve(response.resume())).on(
        'error',
        reject,
      );
    });
  await send();
  await pause(20);
  return { app, send, agent };
}

it('a request on a kept-alive connection gets a response while the process closes, which ends the connection', async () => {
  const { app, send, agent } = await serverWithConnection({}, {});
  const closed = app.close();
  await pause(60);
  const { statusCode, headers } = await send();
  expect([statusCode, headers.connection]).toEqual([200, 'close']);
  await closed;
  agent.destroy();
});

it.each([internalHeaders.key, internalHeaders.webKey])(
  'a request of our own clients is not lost on a connection that was idle when closing began: %s',
  async (header) => {
    const { app, send, agent } = await serverWithConnection({ [header]: internalKey }, { drainMs });
    const closed = app.close();
    // Longer than the server waits for the connections of others.
    await pause(200);
    const { statusCode, headers } = await send();
    expect([statusCode, headers.connection]).toEqual([200, 'close']);
    await closed;
    agent.destroy();
  },
);

it.each<[string, (baseUrl: string) => Promise<unknown>]>([
  ['callService', (baseUrl) => callService({ baseUrl, internalKey, timeoutMs: 1_000 }).call(route, {})],
  ['overHttp', (baseUrl) => overHttp({ baseUrl }).call({ route, params: {}, query: {}, headers: {} })],
])('%s closes an idle connection before a closing server stops waiting for it', async (_client, send) => {
  const app = createServer({ log: createLog('kit', 'silent'), isReady: () => true });
  app.get('/quick', async () => ({ done: true }));
  let open = 0;
  app.server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
  });
  await send(await app.listen({ port: 0, host: '127.0.0.1' }));
  expect(open).toBe(1);
  await vi.waitFor(() => expect(open).toBe(0), { timeout: 900 });
  await app.close();
});

/** Far more megabytes than the buffers of both ends of a connection hold. */
const longParts = Array.from({ length: 24 }, () => 'x'.repeat(1024 * 1024));

async function* endless() {
  for (;;) {
    yield 'x';
    await pause(20);
  }
}

/** Server with short time limits for closing, and a client that sends the given head of a request. */
async function serverWithRawClient(head: string, totalMs = 60_000) {
  const closing = { drainMs, stallMs: 100, totalMs };
  const app = createServer({ log: createLog('kit', 'silent'), isReady: () => true, closing });
  app.get('/long', async () => Readable.from(longParts));
  app.get('/endless', async () => Readable.from(endless()));
  app.get('/unhurried', async () => {
    await pause(400);
    return { done: true };
  });
  app.post('/body', async () => ({ done: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(head);
  return { app, socket };
}

const getOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: kit\r\n\r\n`;
const firstBytes = async (socket: Socket) => {
  await once(socket, 'readable');
  return socket.read();
};

it('a client that stopped reading a long response does not keep the process from closing', async () => {
  const { app, socket } = await serverWithRawClient(getOf('/long'));
  await firstBytes(socket);
  await expect(app.close()).resolves.toBeUndefined();
  socket.destroy();
});

it.each([
  ['that sent half a request', 'POST /body HTTP/1.1\r\nHost: kit\r\nContent-Length: 100\r\n\r\n{'],
  ['that sent half of the headers', 'GET /unhurried HTTP/1.1\r\nHo'],
  ['that sent nothing', ''],
])('a client %s does not keep the process from closing', async (_name, head) => {
  const { app, socket } = await serverWithRawClient(head);
  await pause(50);
  await expect(app.close()).resolves.toBeUndefined();
  socket.destroy();
});

it('a slow request gets its response while the process closes', async () => {
  const { app, socket } = await serverWithRawClient(getOf('/unhurried'));
  await pause(50);
  const closed = app.close();
  expect(String(await firstBytes(socket))).toContain('{"done":true}');
  await closed;
});

it('a client that never stopped reading does not keep the process from closing', async () => {
  const { app, socket } = await serverWithRawClient(getOf('/endless'), 300);
  socket.resume();
  await expect(app.close()).resolves.toBeUndefined();
  socket.destroy();
});
