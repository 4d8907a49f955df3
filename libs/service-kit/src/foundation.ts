import { createBus, createOutbox, type CrashAt } from '@kumbuka/event-bus';
import { ConfigurationInvalid, createLog } from '@kumbuka/runtime';
import type { Identity } from '@kumbuka/identity';
import type { serviceConfig } from './config.ts';
import { createCrashAt } from './crash.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createIdAllocator } from './stores/ids.ts';
import { connectMongo, type Mongo } from './stores/mongo.ts';
import type { LocalWindows } from './http/local-windows.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { connectRedis } from './stores/redis.ts';

export type ServiceConfig = ReturnType<typeof serviceConfig>;

/** Dependencies that tests can replace and that services of one process share. */
export interface Overrides {
  now?: () => Date;
  /** Connection that the test observes. */
  mongo?: Mongo;
  /** Verifier of tokens. Default: by the keys of auth. */
  identity?: Identity;
  /** Rate-limit windows of this process. Services in one process share them, so that an account has one budget. */
  windows?: LocalWindows;
  /** Throws where a crash would end the process. */
  crashAt?: CrashAt;
  /** Milliseconds that values of gauges are cached. */
  gaugesCachedForMs?: number;
}

interface FoundationOptions {
  /** For commands: milliseconds that MongoDB may take to connect, longer than in a request. */
  timeoutMs?: number;
}

export type Foundation = ReturnType<typeof createFoundation>;

/**
 * Connections and shared stores of a service. `assembleService` starts them. Throws `ConfigurationInvalid`.
 */
export function createFoundation(
  config: ServiceConfig,
  { now = () => new Date(), mongo: existingMongo, windows, crashAt, gaugesCachedForMs }: Overrides = {},
  options: FoundationOptions = {},
) {
  const { name, environment, crash } = config;
  if (crash && environment === 'production')
    throw new ConfigurationInvalid(['CRASH_AT: is for trials, not for production']);
  const log = createLog(name, config.logLevel);
  const { timeoutMs } = options;
  const mongo =
    existingMongo ?? connectMongo({ ...config.mongo, log, ...(timeoutMs !== undefined && { timeoutMs }) });
  const redis = config.redis && connectRedis({ ...config.redis, log });
  if (!redis && !windows) log.warn('REDIS_URL is not set: rate limits count in each process');
  const { connection } = mongo;
  return {
    config,
    now,
    log,
    gaugesCachedForMs,
    crashAt: crashAt ?? createCrashAt(crash),
    mongo,
    connection,
    redis,
    bus: createBus({ ...config.kafka, clientId: name, log }),
    outbox: createOutbox({ connection }),
    ids: createIdAllocator(connection),
    idempotency: createIdempotency({ connection, secrets: config.idempotencyKeys }),
    rateLimiter: createRateLimiter({ redis: redis?.client, windows }),
  };
}
