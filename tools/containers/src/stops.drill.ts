import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from './images.ts';

/** Address without a listener, so that the service waits for its stores. */
const nowhere = '127.0.0.1:1';
const environment = {
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'production',
  PORT: '0',
  INTERNAL_KEY: 'a-key-of-this-test-that-is-long-enough',
  IDEMPOTENCY_KEY: 'a-key-of-request-bodies',
  MONGO_URL: `mongodb://${nowhere}/?directConnection=true`,
  KAFKA_BROKERS: nowhere,
  REDIS_URL: `redis://${nowhere}`,
  AUTH_URL: `http://${nowhere}`,
  STUDY_PROGRESS_URL: `http://${nowhere}`,
  BILLING_URL: `http://${nowhere}`,
};

/** Module that prints a line after the signal handlers exist and before the service's own code is loaded. */
const announcement = 'data:text/javascript,console.log("loading")';

/** Starts decks as its image does. */
function start() {
  const preload = join(root, 'libs/runtime/src/early-signals.ts');
  const main = join(root, 'services/decks/src/main.ts');
  const service = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', preload, '--import', announcement, main],
    { env: environment, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void service.kill('SIGKILL'));
  let output = '';
  service.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { service, output: () => output };
}

async function stop({ service }: ReturnType<typeof start>) {
  const began = performance.now();
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  const [code, signal] = await ended;
  return { code, signal, within: performance.now() - began };
}

describe('a container that receives SIGTERM', () => {
  it('exits with 0 when the signal arrives while its code is loading', async () => {
    const started = start();
    while (!started.output().includes('loading')) await sleep(5);
    expect(await stop(started)).toMatchObject({ code: 0, signal: null });
  });

  it('exits with 0 while it waits for its stores', async () => {
    const started = start();
    while (!started.output().includes('waiting for MongoDB')) await sleep(50);
    const { code, within } = await stop(started);
    expect(started.output()).toContain('"msg":"stopping"');
    expect(code).toBe(0);
    expect(within).toBeLessThan(3_000);
  });
});
