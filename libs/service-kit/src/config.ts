import { internalKeysOf, keysOf, processConfig, readsPerMinute, secret } from '@kumbuka/runtime';
import { databaseOf, generation } from '@kumbuka/contracts';
import { kafkaAccess, kafkaConfig } from '@kumbuka/event-bus';
import { z } from 'zod';
import { crashConfig } from './crash.ts';

/** Environment variables of every service with data. */
export const storeConfig = {
  MONGO_URL: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must be a mongodb:// address'),
  ...kafkaConfig,
  /** Shares rate limits and nudges between processes; without it each process has its own. */
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must be a redis:// address')
    .optional(),
  /** Key of the HMAC of kept request bodies; retries are recognised by it for a day. */
  IDEMPOTENCY_KEY: secret,
  /** Previous or next key, accepted during a rotation. */
  IDEMPOTENCY_KEY_PREVIOUS: secret.optional(),
  /** Per account. */
  WRITES_PER_MINUTE: z.coerce.number().int().min(1).default(120),
  CRASH_AT: crashConfig.optional(),
  READS_PER_MINUTE: readsPerMinute,
};

const zones = new Set(Intl.supportedValuesOf('timeZone'));
/** Time zone of the monthly AI quota; the same for all services that show it. */
export const monthZone = z
  .string()
  .default(generation.timezoneDefault)
  .refine((zone) => zones.has(zone), 'must be a time zone such as Africa/Nairobi');

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.parse(text)?.origin === text, 'must be origins such as https://kumbuka.example');
/** Origins of the web client, comma-separated. Links in emails and payments lead to the first. */
export const webOrigins = z
  .string()
  .transform((list) => list.split(',').map((each) => each.trim()))
  .pipe(z.tuple([origin], origin));

const serviceNames = z.object({ ...processConfig, ...storeConfig });

/** Common part of the configuration of a service; its database is `kumbuka_<name>`. */
export const serviceConfig = (name: string, env: z.output<typeof serviceNames>) => ({
  name,
  environment: env.NODE_ENV,
  logLevel: env.LOG_LEVEL,
  host: env.HOST,
  port: env.PORT,
  internalKey: env.INTERNAL_KEY,
  internalKeys: internalKeysOf(env),
  /** The first key hashes; both are accepted. */
  idempotencyKeys: keysOf(env.IDEMPOTENCY_KEY, env.IDEMPOTENCY_KEY_PREVIOUS),
  metricsKey: env.METRICS_KEY,
  mongo: { url: env.MONGO_URL, database: databaseOf(name) },
  kafka: kafkaAccess(env),
  redis: env.REDIS_URL === undefined ? null : { url: env.REDIS_URL },
  writesPerMinute: env.WRITES_PER_MINUTE,
  crash: env.CRASH_AT,
  readsPerMinute: env.READS_PER_MINUTE,
});
