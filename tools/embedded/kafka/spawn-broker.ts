import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type SpawnedBroker = { port: number; pid: number; kill(): Promise<void> };

const MAIN = new URL('./main.ts', import.meta.url).pathname;

/** Starts a broker in a separate process, which `kill` ends with SIGKILL, for the durability tests. */
export async function spawnBroker(dataDir: string, port = 0): Promise<SpawnedBroker> {
  const child = spawn(process.execPath, ['--no-warnings', MAIN, dataDir, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, KAFKA_SWEEP_MS: '200' },
  });
  const exited = once(child, 'exit');
  const ready = once(child.stdout, 'data').then(([line]) => Number(String(line).split(':').at(-1)));
  const failed = exited.then(([code]) => Promise.reject(new Error(`The broker ended with ${code}`)));
  failed.catch(() => undefined);
  const boundPort = await Promise.race([ready, failed]);
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return { port: boundPort, pid: child.pid!, kill };
}
