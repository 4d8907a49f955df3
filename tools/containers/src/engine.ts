import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './images.ts';
import { EngineMissing, succeeds } from './shell.ts';

const timeoutMs = 30_000;
/** Path with Debian's Docker client first. It contains BuildKit; another client may lack the plugin. */
const debianFirst = `/usr/bin:${process.env['PATH'] ?? ''}`;

const isRunning = () => succeeds('docker', ['info']);

/** Cache of images and downloads for the next run; it may be deleted between runs. */
const cache = join(root, 'node_modules/.cache/containers');

/**
 * Returns the running engine, or starts a Docker daemon with its own directory and socket for this run. `stop` ends
 * that daemon; the images stay. Throws EngineMissing when neither is possible.
 */
export async function startEngine(): Promise<{ stop(): Promise<void> }> {
  process.env['DOCKER_BUILDKIT'] = '1';
  process.env['COMPOSE_DOCKER_CLI_BUILD'] = '1';
  process.env['PATH'] = debianFirst;
  if (isRunning()) return { stop: async () => undefined };
  if (process.getuid?.() !== 0 || !succeeds('dockerd', ['--version']))
    throw new EngineMissing('there is no Docker engine, and none can be started');
  return startDaemon(mkdtempSync(join(tmpdir(), 'kumbuka-engine-')));
}

async function startDaemon(home: string) {
  const socket = `unix://${home}/docker.sock`;
  const places = ['--data-root', cache, '--exec-root', join(home, 'exec'), '--pidfile', join(home, 'pid')];
  const log = openSync(join(home, 'log'), 'a');
  const daemon = spawn('dockerd', [...places, '--host', socket], { stdio: ['ignore', log, log] });
  process.env['DOCKER_HOST'] = socket;
  async function stop() {
    const killer = setTimeout(() => daemon.kill('SIGKILL'), timeoutMs);
    daemon.kill('SIGTERM');
    if (daemon.exitCode === null && daemon.signalCode === null) await once(daemon, 'exit');
    clearTimeout(killer);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
  const until = performance.now() + timeoutMs;
  while (!isRunning()) {
    if (daemon.exitCode !== null || performance.now() > until) {
      console.error(readFileSync(join(home, 'log'), 'utf8').slice(-2_000));
      await stop();
      throw new EngineMissing('the Docker daemon does not start');
    }
    await sleep(250);
  }
  return { stop };
}
