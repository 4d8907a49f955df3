import {
  addressConfig,
  addressesIn,
  flag,
  keysOf,
  processConfig,
  proxyHops,
  readConfig,
  readsPerMinute,
  secret,
  type Environment,
} from '@kumbuka/runtime';
import { kafkaAccess, kafkaConfig } from '@kumbuka/event-bus/follow';
import { z } from 'zod';

const schema = z.object({
  ...processConfig,
  PORT: processConfig.PORT.prefault('4000'),
  ...addressConfig,
  /** The web server has the same key; with it, the gateway trusts the client address that it sends. */
  WEB_KEY: secret,
  /** Second accepted key during a rotation: the previous or the next one. */
  WEB_KEY_PREVIOUS: secret.optional(),
  PROXY_HOPS: proxyHops,
  READS_PER_MINUTE: readsPerMinute,
  ...kafkaConfig,
  /** Where live updates come from; without it clients poll. */
  KAFKA_BROKERS: kafkaConfig.KAFKA_BROKERS.optional(),
  /** Introspection of the whole graph; never in production. */
  INTROSPECTION: flag(true),
  /** Rejects operations outside operations.json, except from operators. Default: true in production. */
  KNOWN_OPERATIONS_ONLY: z.enum(['true', 'false']).optional(),
});

export function loadConfig(env: Environment) {
  const read = readConfig(schema, env);
  const { KAFKA_BROKERS } = read;
  const isProduction = read.NODE_ENV === 'production';
  return {
    name: 'gateway',
    host: read.HOST,
    port: read.PORT,
    logLevel: read.LOG_LEVEL,
    internalKey: read.INTERNAL_KEY,
    metricsKey: read.METRICS_KEY,
    webKeys: keysOf(read.WEB_KEY, read.WEB_KEY_PREVIOUS),
    subgraphs: addressesIn(read),
    kafka: KAFKA_BROKERS === undefined ? null : kafkaAccess({ ...read, KAFKA_BROKERS }),
    proxyHops: read.PROXY_HOPS,
    readsPerMinute: read.READS_PER_MINUTE,
    introspection: read.INTROSPECTION && !isProduction,
    /** The explorer reads the schema by introspection. */
    explorer: read.NODE_ENV === 'development' && read.INTROSPECTION,
    registeredOperationsOnly: (read.KNOWN_OPERATIONS_ONLY ?? String(isProduction)) === 'true',
  };
}
export type Config = ReturnType<typeof loadConfig>;
