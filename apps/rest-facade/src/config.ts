import {
  addressConfig,
  addressesIn,
  processConfig,
  proxyHops,
  readConfig,
  type Environment,
} from '@kumbuka/runtime';
import { z } from 'zod';

const listOf = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

const schema = z.object({
  ...processConfig,
  PORT: processConfig.PORT.prefault('5000'),
  ...addressConfig,
  /** Comma-separated origins that browsers may call from. */
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform(listOf)
    .pipe(z.array(z.string().refine(isOrigin, 'must be origins such as https://app.example.org'))),
  PROXY_HOPS: proxyHops,
});

export function loadConfig(env: Environment) {
  const read = readConfig(schema, env);
  return {
    name: 'rest-facade',
    host: read.HOST,
    port: read.PORT,
    logLevel: read.LOG_LEVEL,
    internalKey: read.INTERNAL_KEY,
    metricsKey: read.METRICS_KEY,
    owners: addressesIn(read),
    corsOrigins: read.CORS_ORIGINS,
    proxyHops: read.PROXY_HOPS,
  };
}
export type Config = ReturnType<typeof loadConfig>;
