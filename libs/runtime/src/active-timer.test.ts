import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { activeTimeout, startActiveTimer } from './active-timer.ts';

/** Blocks the event loop, as a suspended process does. */
function suspend(ms: number) {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('a pause of the process does not count against the other side', async () => {
  let isOver = false;
  const timer = startActiveTimer(400, () => void (isOver = true));
  suspend(600);
  await pause(150);
  expect(isOver).toBe(false);
  await expect.poll(() => isOver, { timeout: 2_000 }).toBe(true);
  timer.stop();
});

it('a response that arrived during a pause is read before its time limit ends', async () => {
  const server = createServer((socket) => socket.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const outcomes: string[] = [];
  const timer = startActiveTimer(60, () => outcomes.push('late'));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.once('data', () => {
    outcomes.push('response');
    timer.stop();
  });
  suspend(300);
  await pause(100);
  expect(outcomes).toEqual(['response']);
});

it('a restarted timer has its full time again, and a stopped one never ends', async () => {
  const ended: string[] = [];
  const restarted = startActiveTimer(200, () => ended.push('restarted'));
  const stopped = startActiveTimer(100, () => ended.push('stopped'));
  stopped.stop();
  await pause(120);
  restarted.restart();
  await pause(120);
  expect(ended).toEqual([]);
  await expect.poll(() => ended, { timeout: 2_000 }).toEqual(['restarted']);
});

it('a signal aborts as a timeout', async () => {
  const { signal, end } = activeTimeout(50);
  onTestFinished(end);
  await expect.poll(() => signal.aborted, { timeout: 2_000 }).toBe(true);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});
