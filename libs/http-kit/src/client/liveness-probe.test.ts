import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLivenessProbe, type LivenessProbe } from './liveness-probe.ts';

/** Process that can stop responding; its connections stay open, as those of a stopped process do. */
let server: Server;
let hangs: boolean;
let requests: number;
let probe: LivenessProbe;
const sockets = new Set<Socket>();

beforeEach(async () => {
  hangs = false;
  requests = 0;
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => {
      requests += 1;
      if (!hangs) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen.');
  const times = { intervalMs: 100, responseMs: 130, recheckMs: 20 };
  probe = createLivenessProbe(`http://127.0.0.1:${address.port}`, times);
});
afterEach(async () => {
  await probe.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((closed) => server.close(closed));
});

/** Work that never ends by itself. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

it('64 consecutive calls to a hanging process fail at once, without a probe for each', async () => {
  hangs = true;
  expect(await outcomeOf(probe.guard(endless))).toBe('aborted');
  const before = requests;
  const outcomes: string[] = [];
  for (let n = 0; n < 64; n++) outcomes.push(await outcomeOf(probe.guard(endless)));
  expect(outcomes).toEqual(outcomes.map(() => 'The process hangs.'));
  expect(requests - before).toBeLessThan(8);
});

it('calls that began later are aborted with the first when the process is found to hang', async () => {
  hangs = true;
  const first = outcomeOf(probe.guard(endless));
  await new Promise((resolve) => setTimeout(resolve, 240));
  let outcome = '';
  void outcomeOf(probe.guard(endless)).then((later) => (outcome = later));
  expect(await first).toBe('aborted');
  await new Promise((resolve) => setImmediate(resolve));
  expect(outcome).toBe('aborted');
});

it('a process that responds again is called again without a failed call in between', async () => {
  hangs = true;
  await outcomeOf(probe.guard(endless));
  hangs = false;
  const call = () => outcomeOf(probe.guard(async () => undefined));
  await expect.poll(call, { timeout: 5_000, interval: 20 }).toBe('done');
});

it('slow work with a process that responds to probes is not aborted', async () => {
  const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 300));
  expect(await outcomeOf(probe.guard(slow))).toBe('done');
});
