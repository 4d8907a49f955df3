import { processConfig, readConfig, type Environment } from '@kumbuka/http-kit';
import { serviceConfig, storeConfig } from '@kumbuka/service-kit';
import { z } from 'zod';

const schema = z
  .object({
    ...processConfig,
    ...storeConfig,
    AUTH_URL: z.url(),
    DECKS_URL: z.url(),
    /** Answers a minute and account, however many a request brings. */
    ANSWERS_PER_MINUTE: z.coerce.number().int().min(1).default(1_200),
  })
  .transform((env) => ({
    ...serviceConfig('study-progress', env),
    auth: { url: env.AUTH_URL },
    decks: { url: env.DECKS_URL },
    answersPerMinute: env.ANSWERS_PER_MINUTE,
  }));

export type Config = z.output<typeof schema>;
/** The configuration by an environment; throws ConfigurationInvalid with every problem. */
export const loadConfig = (env: Environment): Config => readConfig(schema, env);
