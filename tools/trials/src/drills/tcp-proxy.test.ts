import { listenOnLoopback } from '@kumbuka/embedded/loopback';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startTcpProxy } from './tcp-proxy.ts';

/** Connects a client to an echo server through a proxy. */
async function echoed() {
  const server = createServer((socket) => socket.pipe(socket).on('error', () => undefined));
  const proxy = await startTcpProxy(await listenOnLoopback(server, 0));
  const client = connect({ port: proxy.port, host: '127.0.0.1' });
  const pieces: Buffer[] = [];
  client.on('data', (piece: Buffer) => pieces.push(piece));
  onTestFinished(async () => {
    client.destroy();
    await proxy.stop();
    server.close();
  });
  const received = () => Buffer.concat(pieces).toString();
  const untilReceived = async (text: string) => {
    while (received() !== text) await sleep(5);
  };
  return { proxy, client, received, pieces, untilReceived };
}

it('the TCP proxy forwards bytes in both directions', async () => {
  const { client, received, untilReceived } = await echoed();
  client.write('jambo');
  await untilReceived('jambo');
  expect(received()).toBe('jambo');
});

it('the TCP proxy delays all bytes as a black hole and forwards them afterwards', async () => {
  const { proxy, client, received, untilReceived } = await echoed();
  proxy.set({ kind: 'black-hole' });
  client.write('ha');
  client.write('bari');
  await sleep(150);
  expect(received()).toBe('');
  proxy.set({ kind: 'none' });
  await untilReceived('habari');
});

it('the TCP proxy delays bytes and keeps their order', async () => {
  const { proxy, client, untilReceived } = await echoed();
  proxy.set({ kind: 'latency', ms: 60 });
  const began = performance.now();
  for (const character of 'kumbuka') client.write(character);
  await untilReceived('kumbuka');
  expect(performance.now() - began).toBeGreaterThanOrEqual(118);
});

it('the TCP proxy resets open and new connections', async () => {
  const { proxy, client } = await echoed();
  client.write('x');
  await once(client, 'data');
  proxy.set({ kind: 'resets', withinMs: 20 });
  const [error] = await once(client, 'error').catch((reason: unknown) => [reason]);
  expect(error).toMatchObject({ code: 'ECONNRESET' });
  const second = connect({ port: proxy.port, host: '127.0.0.1' });
  const [reason] = await once(second, 'error');
  expect(reason).toMatchObject({ code: 'ECONNRESET' });
});

it('the TCP proxy splits writes into pieces and loses nothing', async () => {
  const { proxy, client, pieces, untilReceived } = await echoed();
  proxy.set({ kind: 'slices', bytes: 3 });
  const text = 'kumbuka '.repeat(50);
  client.write(text);
  await untilReceived(text);
  expect(pieces.length).toBeGreaterThan(1);
});

it('the TCP proxy forwards at most the configured bytes per second', async () => {
  const { proxy, client, untilReceived } = await echoed();
  proxy.set({ kind: 'bandwidth', bytesPerSecond: 10_000 });
  const began = performance.now();
  client.write('x'.repeat(1_000));
  client.write('y');
  await untilReceived(`${'x'.repeat(1_000)}y`);
  expect(performance.now() - began).toBeGreaterThan(90);
});

it('the TCP proxy sends new connections to a new target and does not move open ones', async () => {
  const { proxy, client, untilReceived } = await echoed();
  client.write('a');
  await untilReceived('a');
  const other = createServer((socket) => socket.end('elsewhere'));
  proxy.moveTo(await listenOnLoopback(other, 0));
  onTestFinished(() => void other.close());
  const later = connect({ port: proxy.port, host: '127.0.0.1' });
  const [bytes] = await once(later, 'data');
  expect(String(bytes)).toBe('elsewhere');
  client.write('b');
  await untilReceived('ab');
});
