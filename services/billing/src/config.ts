import { generation } from '@kumbuka/contracts';
import { processConfig, readConfig, type Environment } from '@kumbuka/http-kit';
import { serviceConfig, storeConfig } from '@kumbuka/service-kit';
import { z } from 'zod';

const zones = new Set(Intl.supportedValuesOf('timeZone'));

const schema = z
  .object({
    ...processConfig,
    ...storeConfig,
    AUTH_URL: z.url(),
    /** Where the months of ai's quota begin, as ai is told it. */
    AI_ZONE: z
      .string()
      .default(generation.timezoneDefault)
      .refine((zone) => zones.has(zone), 'must be a time zone such as Africa/Nairobi'),
  })
  .transform((env) => ({
    ...serviceConfig('billing', env),
    auth: { url: env.AUTH_URL },
    zone: env.AI_ZONE,
  }));

export type Config = z.output<typeof schema>;
/** The configuration by an environment; throws ConfigurationInvalid with every problem. */
export const loadConfig = (env: Environment): Config => readConfig(schema, env);
