import type { Lifecycle, Log } from '@kumbuka/runtime';
import { Redis } from 'ioredis';
import { StoreLoginRejected } from './store-login.ts';

export interface RedisConnection extends Lifecycle {
  client: Redis;
  /** Separate connection with the same settings, for subscriptions. */
  another(): Redis;
}

const retryMs = (attempt: number) => Math.min(attempt * 100, 2_000);

const isLoginRejected = (error: Error | null) => error !== null && /^(WRONGPASS|NOAUTH)/.test(error.message);

/**
 * Connects to Redis. It holds only disposable data, so a service is ready without it. While it is unreachable, calls fail
 * at once. When it hangs, the first call fails after 0.4 s, and 0.1 s later the connection is closed. start() throws
 * `StoreLoginRejected`.
 */
export function connectRedis({ url, log }: { url: string; log: Log }): RedisConnection {
  let lastError: Error | null = null;
  const createClient = () => {
    const client = new Redis(url, {
      lazyConnect: true,
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      connectTimeout: 500,
      commandTimeout: 400,
      socketTimeout: 500,
      autoResendUnfulfilledCommands: false,
      // Subscribers resubscribe themselves on ready: an unhandled failure of ioredis would end the process.
      autoResubscribe: false,
      retryStrategy: retryMs,
    });
    client.on('error', (error: Error) => {
      lastError = error;
      log.debug({ err: error }, 'Redis is unavailable');
    });
    return client;
  };
  const client = createClient();
  return {
    client,
    another: createClient,
    start: async () => {
      await client.connect().catch((error: unknown) => {
        if (isLoginRejected(lastError)) throw new StoreLoginRejected('Redis', lastError);
        log.warn({ err: error }, 'Redis is unavailable');
      });
    },
    stop: async () => client.disconnect(),
    isReady: () => true,
  };
}
