import { mongoUri, redisUrl } from '@kumbuka/embedded/addresses';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { borrow, type Lent } from './lender.ts';
import { redisPassword } from './test-redis.ts';

export interface StoreProcess {
  url: string;
  /** Suspends the process: its sockets stay open and nothing responds. */
  hang(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const script = fileURLToPath(new URL('./run-store.ts', import.meta.url));

async function startEmbedded(): Promise<StoreProcess> {
  const child = spawn(process.execPath, ['--no-warnings', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [url] = await once(lines, 'line');
  return {
    url: String(url),
    hang: async () => void child.kill('SIGSTOP'),
    resume: async () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function lentStore(store: 'mongo' | 'redis', { port, control }: Lent): StoreProcess {
  let isStopped = false;
  return {
    url: store === 'mongo' ? mongoUri(port) : redisUrl(port, redisPassword),
    hang: () => control('hang'),
    resume: () => control('resume'),
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await control('stop');
      // A MongoDB server is lent again; a Redis server is not.
      if (store === 'mongo') await control('end');
    },
  };
}

/** Starts a store in memory in a separate process, which a test can suspend. Redis only with real servers. */
export async function startStoreProcess(store: 'mongo' | 'redis'): Promise<StoreProcess> {
  const lent = await borrow(store, store === 'redis' ? { password: redisPassword } : {});
  if (lent) return lentStore(store, lent);
  if (store === 'redis') throw new Error('Redis is tested on real servers only: npm run suite -- services');
  return startEmbedded();
}
