import { processConfig, readConfig, type Environment } from '@kumbuka/runtime';
import { serviceConfig, storeConfig } from '@kumbuka/service-kit';
import { z } from 'zod';

const schema = z
  .object({
    ...processConfig,
    ...storeConfig,
    AUTH_URL: z.url(),
    DECKS_URL: z.url(),
    /** Per account, independent of how many answers one request carries. */
    ANSWERS_PER_MINUTE: z.coerce.number().int().min(1).default(1_200),
  })
  .transform((env) => ({
    ...serviceConfig('study-progress', env),
    auth: { url: env.AUTH_URL },
    decks: { url: env.DECKS_URL },
    answersPerMinute: env.ANSWERS_PER_MINUTE,
  }));

export type Config = z.output<typeof schema>;
/** Reads the configuration from the environment. Throws `ConfigurationInvalid` with all problems. */
export const loadConfig = (env: Environment): Config => readConfig(schema, env);
