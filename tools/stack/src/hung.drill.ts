import { serviceNames } from '@kumbuka/contracts';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRun } from './data-directory.ts';
import { aLearner } from './testing/learner.ts';
import { publicPorts, start, untilReady, type Start } from './testing/product.ts';

const SLOW_MS = 120_000;
const ports = ['web', 'rest', 'graphql', ...serviceNames] as const;

let dataDir: string;
let running: Start;
let run: NonNullable<ReturnType<typeof readRun>>;
let token: string;
/** Their half minute passes while the other tests run. */
let drips: Promise<number>[];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'hung-'));
  running = start({ KUMBUKA_DATA_DIR: dataDir, ...(await publicPorts()) }, '--split');
  await untilReady(running);
  const written = readRun(dataDir);
  if (!written) throw new Error('run.json is missing');
  run = written;
  ({ token } = await aLearner(run.ports['rest'] ?? 0));
  drips = ports.map((name) => drip(run.ports[name] ?? 0));
}, SLOW_MS);

afterAll(async () => {
  running.process.kill('SIGTERM');
  await running.ended;
  rmSync(dataDir, { recursive: true, force: true });
}, SLOW_MS);

async function timed(work: () => Promise<Response>) {
  const began = performance.now();
  const response = await work();
  const body = await response.text();
  return {
    status: response.status,
    body,
    retryAfter: response.headers.get('retry-after'),
    ms: performance.now() - began,
  };
}

const headers = () => ({ 'content-type': 'application/json', authorization: `Bearer ${token}` });
const readUser = () =>
  timed(() => fetch(`http://127.0.0.1:${run.ports['rest']}/user`, { headers: headers() }));
const readViewer = (port: 'web' | 'graphql') =>
  timed(() =>
    fetch(`http://127.0.0.1:${run.ports[port]}/graphql`, {
      method: 'POST',
      headers: headers(),
      body: JSON.stringify({ query: '{ viewer { username } }' }),
    }),
  );

async function whileHung(name: string, work: () => Promise<void>) {
  const pid = run.pids[name];
  if (pid === undefined) throw new Error(`There is no process ${name}.`);
  process.kill(pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

describe('a process that hangs', { timeout: SLOW_MS }, () => {
  it('a process that hangs is 503 within two seconds at the facade and a gap at the gateway, and answers when it goes on', async () => {
    await whileHung('auth', async () => {
      const responses = await Promise.all([readUser(), readViewer('graphql'), readViewer('web')]);
      for (const { ms } of responses) expect(ms).toBeLessThan(3 * 2_000);
      expect([responses[0].status, responses[0].retryAfter]).toEqual([503, '2']);
      for (const { body } of responses) expect(body).toContain('"UNAVAILABLE"');
      expect((await readUser()).ms).toBeLessThan(3 * 2_000);
    });
    await expect.poll(async () => (await readUser()).status, { timeout: 5_000 }).toBe(200);
  });

  it('a process that hangs is 503 within two seconds at the web server when it is the gateway', async () => {
    await whileHung('gateway', async () => {
      const { status, body, ms } = await readViewer('web');
      expect([status, ms < 3 * 2_000]).toEqual([503, true]);
      expect(body).toContain('"UNAVAILABLE"');
    });
    await expect.poll(async () => (await readViewer('web')).status, { timeout: 5_000 }).toBe(200);
  });
});

/** Sends a byte of a body now and then; resolves with the seconds after which the connection was closed. */
function drip(port: number): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(
      'POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n',
    );
    const dripping = setInterval(() => socket.write(' '), 500);
    socket.resume();
    socket.once('error', () => undefined);
    socket.once('close', () => {
      clearInterval(dripping);
      resolve((performance.now() - began) / 1000);
    });
  });
}

it('a body that drips is given up after 30 s at every port', { timeout: SLOW_MS }, async () => {
  for (const seconds of await Promise.all(drips)) expect(seconds).toBeLessThan(35);
});
