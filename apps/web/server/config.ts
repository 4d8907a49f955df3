import {
  flag,
  portNumber,
  processConfig,
  proxyHops,
  readConfig,
  secret,
  type Environment,
} from '@kumbuka/runtime';
import { defaultMailFrom } from '@kumbuka/contracts/constants';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const builtFiles = fileURLToPath(new URL('../dist', import.meta.url));

/** Returns the address of a sender such as `Kumbuka <mail@kumbuka.example>`. */
const addressIn = (sender: string) => /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender.trim();

const schema = z
  .object({
    LOG_LEVEL: processConfig.LOG_LEVEL,
    HOST: processConfig.HOST,
    WEB_PORT: portNumber.default(3000),
    WEB_DIST: z.string().default(builtFiles),
    /** Keeps the assets of earlier builds for a month, for tabs that are still open. */
    WEB_KEPT_ASSETS: z.string().optional(),
    /** Replaces a broken service worker in all browsers by one that removes itself. */
    WEB_RETIRE_WORKER: flag(false),
    GRAPHQL_URL: z.url().default('http://127.0.0.1:4000/graphql'),
    /** With this key, the gateway trusts the client address that this server sends. */
    WEB_KEY: secret,
    METRICS_KEY: processConfig.METRICS_KEY,
    PROXY_HOPS: proxyHops,
    /** Sends HSTS, because TLS ends in front of this server. */
    WEB_HTTPS: flag(false),
    /** Shown on the landing page; its characters need no encoding in a `mailto:` link. */
    CONTACT_EMAIL: z.email().optional(),
    /** Sender of the auth service's mail; the pages of the codes show its address. */
    MAIL_FROM: z.string().default(defaultMailFrom).transform(addressIn).pipe(z.email()),
  })
  .transform((env) => ({
    name: 'web',
    logLevel: env.LOG_LEVEL,
    host: env.HOST,
    port: env.WEB_PORT,
    dist: env.WEB_DIST,
    keptAssets: env.WEB_KEPT_ASSETS,
    retireWorker: env.WEB_RETIRE_WORKER,
    graphqlUrl: env.GRAPHQL_URL,
    webKey: env.WEB_KEY,
    metricsKey: env.METRICS_KEY,
    proxyHops: env.PROXY_HOPS,
    https: env.WEB_HTTPS,
    contactEmail: env.CONTACT_EMAIL,
    mailSender: env.MAIL_FROM,
  }));

export type Config = z.output<typeof schema>;
/** Parses the environment. Throws `ConfigurationInvalid` with every problem. */
export const loadConfig = (env: Environment): Config => readConfig(schema, env);
