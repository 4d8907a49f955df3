import { freePort } from '@kumbuka/embedded/loopback';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { end } from '../server-process.ts';

export const redisServer = process.env['REDIS_SERVER'] ?? '/usr/bin/redis-server';
export const isRedisHere = () => existsSync(redisServer);

/** Ends the process with NOT RUN (exit code 2) when there is no `redis-server`. */
export function redisOrNotRun(what: string): void {
  if (isRedisHere()) return;
  console.error(`NOT RUN: ${what}: ${redisServer} is missing.`);
  process.exit(2);
}

export interface RealRedis {
  port: number;
  /** Suspends the process: its sockets stay open and nothing responds. */
  hang(): void;
  resume(): void;
  stop(): Promise<void>;
}

const startWithinMs = 20_000;

/** Starts the system's `redis-server` on a loopback port with a password. All data is lost after `stop`. */
export async function startRealRedis(password: string, wantedPort?: number): Promise<RealRedis> {
  const directory = mkdtempSync(join(tmpdir(), 'real-redis-'));
  const port = wantedPort ?? (await freePort());
  const server = spawnRedis(port, password, directory);
  await reachable(port, server);
  return {
    port,
    hang: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async stop() {
      // A suspended process receives SIGTERM only after SIGCONT.
      server.kill('SIGCONT');
      await end(server, 'SIGTERM');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function spawnRedis(port: number, password: string, directory: string): ChildProcess {
  const options = {
    port,
    bind: '127.0.0.1',
    requirepass: password,
    dir: directory,
    save: '',
    appendonly: 'no',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return spawn(redisServer, flags, { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function reachable(port: number, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + startWithinMs;
  while (!(await responds(port))) {
    if (server.exitCode !== null) throw new Error(`redis-server ended with code ${server.exitCode}`);
    if (Date.now() > deadline) throw new Error(`redis-server did not listen on port ${port} in time`);
    await pause(20);
  }
}

function responds(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
