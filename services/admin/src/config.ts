import { emailDomain, study } from '@kumbuka/contracts';
import {
  addressConfig,
  addressesIn,
  keysOf,
  processConfig,
  readConfig,
  secret,
  type Environment,
} from '@kumbuka/runtime';
import { serviceConfig, storeConfig } from '@kumbuka/service-kit';
import { domainKey } from '@kumbuka/text';
import { z } from 'zod';

const listOf = (text: string) =>
  text
    .split(',')
    .map((each) => domainKey(each.trim()))
    .filter((each) => each !== '');

const isZone = (zone: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const schema = z
  .object({
    ...processConfig,
    ...storeConfig,
    ...addressConfig,
    /** Key that operators send. */
    ADMIN_KEY: secret,
    /** Previous or next key, accepted during a rotation. */
    ADMIN_KEY_PREVIOUS: secret.optional(),
    /** Comma-separated domains whose accounts operators may delete; absent: all. */
    DELETABLE_DOMAINS: z.string().default('').transform(listOf).pipe(z.array(emailDomain)),
    /** Time zone of the days in the statistics. */
    TIMEZONE: z
      .string()
      .refine(isZone, 'must be a time zone such as Africa/Nairobi')
      .default(study.timezoneDefault),
  })
  .transform((env) => ({
    ...serviceConfig('admin', env),
    services: addressesIn(env),
    operatorKeys: keysOf(env.ADMIN_KEY, env.ADMIN_KEY_PREVIOUS),
    deletableDomains: env.DELETABLE_DOMAINS,
    timezone: env.TIMEZONE,
  }));

export type Config = z.output<typeof schema>;
/** Parses the environment. Throws `ConfigurationInvalid` with every problem. */
export const loadConfig = (env: Environment): Config => readConfig(schema, env);
