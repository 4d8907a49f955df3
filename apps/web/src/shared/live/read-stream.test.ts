import { live } from '@kumbuka/contracts/constants';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { delayOf } from './delay.ts';
import { readStream } from './read-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const encoder = new TextEncoder();

/** A server that sends what the test says. */
function aServer({ status = 200, type = 'text/event-stream', headers = {} } = {}) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const changes: string[] = [];
  const alive = vi.fn<() => void>();
  const left = new AbortController();
  const ports = {
    open: async (signal: AbortSignal) => {
      const body = new ReadableStream<Uint8Array>({
        start: (made) => {
          controller = made;
          signal.addEventListener('abort', () => made.error(signal.reason));
        },
      });
      return new Response(body, { status, headers: { 'content-type': type, ...headers } });
    },
    onAlive: alive,
    onChange: (kinds: string[]) => changes.push(...kinds),
  };
  return {
    changes,
    alive,
    left,
    read: () => readStream(ports, left.signal),
    async send(text: string) {
      await vi.advanceTimersByTimeAsync(0);
      controller?.enqueue(encoder.encode(text));
      await vi.advanceTimersByTimeAsync(0);
    },
    end: () => controller?.close(),
  };
}

it('reads the kinds of changes, also when a message comes in pieces and names kinds of a later version', async () => {
  const server = aServer();
  const ended = server.read();
  await server.send(':\n\nevent: change\ndata: stu');
  await server.send('dy,decks,later\n\n');
  server.end();
  expect(await ended).toEqual({ hasBegun: true, waitMs: 0 });
  expect(server.changes).toEqual(['decks', 'study']);
});

it('ends when a proxy holds back the first byte, and polls for minutes instead', async () => {
  const server = aServer();
  const ended = server.read();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await ended).toEqual({ hasBegun: false, waitMs: 300_000 });
  expect(server.alive).not.toHaveBeenCalled();
});

it('ends when the heartbeats stop, and connects again', async () => {
  const server = aServer();
  const ended = server.read();
  await server.send(':\n\n');
  await vi.advanceTimersByTimeAsync(live.silentSeconds * 1000 - 1);
  await server.send(':\n\n');
  await vi.advanceTimersByTimeAsync(live.silentSeconds * 1000 - 1);
  expect(server.alive).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await ended).toEqual({ hasBegun: true, waitMs: 0 });
});

it('polls for minutes after another device took its place', async () => {
  const server = aServer();
  const ended = server.read();
  await server.send(':\n\nevent: replaced\ndata:\n\n');
  server.end();
  expect(await ended).toMatchObject({ waitMs: live.replacedSeconds * 1000 });
});

it('waits as long as a server that refuses says, and takes no page of a captive portal for a stream', async () => {
  const refused = aServer({ status: 503, type: 'application/json', headers: { 'retry-after': '7' } });
  expect(await refused.read()).toEqual({ hasBegun: false, waitMs: 7_000 });
  const portal = aServer({ type: 'text/html' });
  expect(await portal.read()).toEqual({ hasBegun: false, waitMs: 0 });
});

it('ends at once when the page is left', async () => {
  const server = aServer();
  const ended = server.read();
  await server.send(':\n\n');
  server.left.abort();
  expect(await ended).toMatchObject({ hasBegun: true });
});

it('attempts are spread, and twice as far apart after each failure, up to a minute', () => {
  const delays = [0, 1, 2, 3, 10].map((failures) => [delayOf(failures, () => 0), delayOf(failures, () => 1)]);
  expect(delays).toEqual([
    [500, 1_000],
    [1_000, 2_000],
    [2_000, 4_000],
    [4_000, 8_000],
    [30_000, 60_000],
  ]);
});
