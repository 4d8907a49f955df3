// Prints what idle live streams cost a process of the gateway: `npm run trial -- idle-streams`.
import { byService, live, type Envelope } from '@kumbuka/contracts';
import type { Upstream } from '@kumbuka/http-kit';
import type { Identity } from '@kumbuka/identity';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';

const streams = 5_000;
const idleMs = 30_000;
const settleMs = 5_000;

interface Usage {
  rss: number;
  cpuMs: number;
}

const event = (userId: number): Envelope => ({
  id: '018f4a3e-0000-7000-8000-000000000000',
  type: 'study-progress.card-reviewed',
  version: 1,
  occurredAt: '2026-01-31T08:00:00.000Z',
  source: 'study-progress',
  key: String(userId),
  aggregate: { type: 'schedule', id: '1', version: 1 },
  correlationId: 'bench',
  causationId: null,
  data: { userId },
});

/** The third part of a token names its user. */
const identity: Identity = {
  start: async () => {},
  stop: async () => {},
  isReady: () => true,
  verify: async (token) => ({
    userId: Number(token.split('.')[2]),
    role: 'learner',
    sessionId: token,
    epoch: 0,
    issuedAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
  }),
  verifyExpired: (token) => identity.verify(token),
  isCurrent: ({ expiresAt }) => expiresAt.getTime() > Date.now(),
  refresh: async () => {},
};

const upstream: Upstream = {
  isReady: async () => true,
  call: () => Promise.reject(new Error('No service runs.')),
  execute: () => Promise.reject(new Error('No service runs.')),
  close: async () => {},
};

async function serve() {
  let emit: (event: Envelope) => void = () => {};
  const env = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    INTERNAL_KEY: 'key-of-the-bench-1',
    WEB_KEY: 'key-of-the-bench-2',
  };
  const nowhere = byService((name) => [
    `${name.toUpperCase().replaceAll('-', '_')}_URL`,
    'http://127.0.0.1:9',
  ]);
  const config = loadConfig({ ...env, ...Object.fromEntries(Object.values(nowhere)) });
  const gateway = createApp(config, {
    identity,
    subgraphs: byService(() => upstream),
    follow: (onEvent) => {
      emit = onEvent;
      return { start: () => {}, stop: async () => {}, isReady: () => true };
    },
  });
  await gateway.start();
  process.on('message', (message) => {
    if (message === 'change') return emit(event(1));
    const { user, system } = process.cpuUsage();
    return process.send?.({ rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 } satisfies Usage);
  });
  process.send?.((gateway.app.server.address() as AddressInfo).port);
}

function open(port: number, userId: number, onChange: () => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').once('error', reject);
    socket.on('data', (data) => {
      const text = String(data);
      if (text.includes('event: change')) onChange();
      if (text.includes(':\n\n')) resolve(socket);
    });
    socket.write(`GET /live HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer a.b.${userId}\r\n\r\n`);
  });
}

async function measure() {
  const child = fork(import.meta.filename, ['serve']);
  const [port] = (await once(child, 'message')) as [number];
  const usage = async (): Promise<Usage> => {
    child.send('usage');
    const [answer] = (await once(child, 'message')) as [Usage];
    return answer;
  };
  let changes = 0;
  const sockets: Socket[] = [];
  const openAll = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const userId = 1 + Math.floor(n / live.streamsPerAccount);
      sockets.push(await open(port, userId, () => void (changes += 1)));
    }
  };
  await openAll(500);
  for (const socket of sockets.splice(0)) socket.destroy();
  await pause(settleMs);
  const before = await usage();
  await openAll(streams);
  await pause(settleMs);
  const opened = await usage();
  await pause(idleMs);
  const after = await usage();
  const mib = (bytes: number) => Math.round(bytes / 1024 ** 2);
  const share = (100 * (after.cpuMs - opened.cpuMs)) / idleMs;
  console.log(`${streams} idle streams: +${mib(after.rss - before.rss)} MiB on ${mib(before.rss)} MiB`);
  console.log(`${share.toFixed(2)} % of a core over ${idleMs / 1000} s, heartbeats included`);
  const began = performance.now();
  child.send('change');
  while (changes < live.streamsPerAccount) await pause(1);
  console.log(
    `a change reached the ${changes} streams of its account after ${Math.round(performance.now() - began)} ms`,
  );
  for (const socket of sockets) socket.destroy();
  child.kill();
}

await (process.argv[2] === 'serve' ? serve() : measure());
