import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SERVER = process.env['REDIS_SERVER'] ?? '/usr/bin/redis-server';
const PASSWORD = 'suite';
const here = dirname(fileURLToPath(import.meta.url));

if (existsSync(SERVER)) process.exitCode = await runSuite();
else sayAbsent();

/** Exit code 2, so that a caller can tell "could not run" from "differs". */
function sayAbsent(): void {
  console.error(`NOT RUN: the Redis suite against a real Redis, because ${SERVER} is not installed.`);
  process.exitCode = 2;
}

async function runSuite(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'real-redis-'));
  const port = await freePort();
  const server = startServer(port, directory);
  try {
    await reachable(port, server);
    return await runTests(`redis://:${PASSWORD}@127.0.0.1:${port}`);
  } finally {
    await stopServer(server);
    rmSync(directory, { recursive: true, force: true });
  }
}

function startServer(port: number, directory: string): ChildProcess {
  const options = {
    port,
    bind: '127.0.0.1',
    requirepass: PASSWORD,
    dir: directory,
    save: '',
    appendonly: 'no',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return spawn(SERVER, flags, { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}

function runTests(url: string): Promise<number> {
  const vitest = join(here, '../../node_modules/vitest/vitest.mjs');
  const tests = spawn(
    process.execPath,
    [vitest, 'run', '--root', here, '--config', join(here, 'real.vitest.config.ts')],
    {
      stdio: 'inherit',
      env: { ...process.env, REAL_REDIS_URL: url },
    },
  );
  return new Promise((resolve) => tests.once('exit', (code) => resolve(code ?? 1)));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

async function reachable(port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`redis-server ended with code ${server.exitCode}`);
    if (await answers(port)) return;
    await pause(50);
  }
  throw new Error(`redis-server did not listen on port ${port} within 5 s`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
