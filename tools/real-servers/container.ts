import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { end } from './server-process.ts';

export interface Container {
  /** Runs a command in the container. Throws when it fails. */
  exec(command: readonly string[]): Promise<unknown>;
  stop(): Promise<void>;
}

export interface ContainerOptions {
  image: string;
  /** Port in the container, and the loopback port of this machine that leads to it. */
  port: { container: number; host: number };
  environment?: Record<string, string>;
  command?: readonly string[];
  /** Printed by the server when it is ready. */
  readyLine: string;
}

/** Includes the time to pull the image. */
const START_WITHIN_MS = 300_000;
const run = promisify(execFile);

/** Starts a server by the Docker client, and waits until it is ready. The container is deleted when it stops. */
export async function startContainer({
  image,
  port,
  environment = {},
  command = [],
  readyLine,
}: ContainerOptions): Promise<Container> {
  const name = `kumbuka-${randomUUID()}`;
  const variables = Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  const publish = ['--publish', `127.0.0.1:${port.host}:${port.container}`];
  // In the foreground, where the client prints the log of the server and forwards signals to it.
  const client = spawn(
    'docker',
    ['run', '--rm', '--name', name, ...publish, ...variables, image, ...command],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  try {
    await Promise.race([untilPrinted(client, readyLine), tooLate()]);
  } catch (error) {
    await end(client, 'SIGTERM');
    throw error;
  }
  return {
    exec: (words) => run('docker', ['exec', name, ...words]),
    stop: () => end(client, 'SIGTERM'),
  };
}

async function untilPrinted(client: ChildProcess, line: string): Promise<void> {
  const log: string[] = [];
  const isPrinted = new Promise<void>((resolve) => {
    for (const stream of [client.stdout, client.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        log.push(text);
        if (log.join('').includes(line)) resolve();
      });
  });
  const isOver = once(client, 'exit').then(() => {
    throw new Error(`the container ended:\n${log.join('').slice(-2_000)}`);
  });
  await Promise.race([isPrinted, isOver]);
}

async function tooLate(): Promise<never> {
  await sleep(START_WITHIN_MS, undefined, { ref: false });
  throw new Error(`the container was not ready within ${START_WITHIN_MS / 1_000} s`);
}
