import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const CHILD = new URL('./child.ts', import.meta.url).pathname;

export type ServerProcess = { port: number; kill(): Promise<void>; exited: Promise<void> };

/** Starts the server in a separate process on the port (0: any). */
export async function startServerProcess(
  dataDir: string,
  port: number,
  crashBefore?: string,
): Promise<ServerProcess> {
  const environment = {
    DATA_DIR: dataDir,
    PORT: String(port),
    ...(crashBefore && { CRASH_BEFORE: crashBefore }),
  };
  const child: ChildProcess = spawn(process.execPath, ['--no-warnings', CHILD], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit').then(() => undefined);
  return {
    port: await readPort(child),
    exited,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function readPort(child: ChildProcess): Promise<number> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const ready = /^ready (\d+)$/.exec(line);
    if (ready) return Number(ready[1]);
  }
  throw new Error('the server process ended before it was ready');
}
