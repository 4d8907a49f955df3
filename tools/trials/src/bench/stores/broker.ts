import { kafkaBroker } from '@kumbuka/embedded/addresses';
import { freePort } from '@kumbuka/embedded/loopback';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Kafka in a separate process, which can be stopped. */
export interface Broker {
  addresses: string[];
  start(): Promise<void>;
  /** Stops it and keeps its log. */
  stop(): Promise<void>;
  /** Stops it and deletes its log. */
  end(): Promise<void>;
}

export async function startBroker(): Promise<Broker> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kumbuka-bench-'));
  const port = await freePort();
  const program = new URL('broker-process.ts', import.meta.url).pathname;
  let child: ChildProcess | undefined;
  async function start() {
    const started = spawn(process.execPath, [program, String(port), dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    await once(started.stdout, 'data');
  }
  async function stop() {
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  await start();
  return {
    addresses: [kafkaBroker(port)],
    start,
    stop,
    async end() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
