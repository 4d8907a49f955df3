import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface StoreProcess {
  url: string;
  /** Stops the process in its tracks: its sockets stay open and nothing answers. */
  hang(): void;
  goOn(): void;
  stop(): Promise<void>;
}

const script = fileURLToPath(new URL('./run-store.ts', import.meta.url));

/** One store of the embedded stack as a process of its own, in memory only, that a test can let hang. */
export async function startStoreProcess(store: 'mongo' | 'redis'): Promise<StoreProcess> {
  const child = spawn(process.execPath, ['--no-warnings', script, store], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [url] = await once(lines, 'line');
  return {
    url: String(url),
    hang: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
