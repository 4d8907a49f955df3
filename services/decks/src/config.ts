import { processConfig, readConfig, storeConfig, type Environment } from '@kumbuka/service-kit';
import { z } from 'zod';

const schema = z.object({ ...processConfig, ...storeConfig, AUTH_URL: z.url() }).transform((env) => ({
  name: 'decks',
  environment: env.NODE_ENV,
  logLevel: env.LOG_LEVEL,
  host: env.HOST,
  port: env.PORT,
  internalKey: env.INTERNAL_KEY,
  mongo: { url: env.MONGO_URL, database: 'kumbuka_decks' },
  kafka: { brokers: env.KAFKA_BROKERS },
  redis: { url: env.REDIS_URL },
  writesPerMinute: env.WRITES_PER_MINUTE,
  auth: { url: env.AUTH_URL },
}));

export type Config = z.output<typeof schema>;
/** The configuration by an environment; throws ConfigurationInvalid with every problem. */
export const loadConfig = (env: Environment): Config => readConfig(schema, env);
