import { kafkaAccess, kafkaConfig } from '@kumbuka/event-bus';
import { processConfig, readConfig, type Environment } from '@kumbuka/http-kit';
import { z } from 'zod';

const schema = z
  .object({
    LOG_LEVEL: processConfig.LOG_LEVEL,
    ...kafkaConfig,
    /** Copies of each topic that is made, itself among them. */
    KAFKA_REPLICATION: z.coerce.number().int().min(1).max(9).default(1),
  })
  .transform((env) => ({
    logLevel: env.LOG_LEVEL,
    kafka: kafkaAccess(env),
    replication: env.KAFKA_REPLICATION,
  }));

/** The configuration by an environment; throws ConfigurationInvalid with every problem. */
export const loadConfig = (env: Environment) => readConfig(schema, env);
