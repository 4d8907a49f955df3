import { flag, processConfig, readConfig, secret, type Environment } from '@kumbuka/runtime';
import { monthZone, serviceConfig, storeConfig, webOrigins } from '@kumbuka/service-kit';
import { z } from 'zod';

const milliseconds = (fallback: number) => z.coerce.number().int().min(100).max(60_000).default(fallback);

type ProviderNames = {
  NODE_ENV: string;
  INTASEND_URL: string;
  INTASEND_PUBLIC_KEY: string;
  INTASEND_SECRET_KEY: string;
  INTASEND_ALLOW_SANDBOX: boolean;
};

const usesTls = ({ NODE_ENV, INTASEND_URL }: ProviderNames) =>
  NODE_ENV !== 'production' || INTASEND_URL.startsWith('https://');

/** The sandbox confirms payments that nobody made: its host names it, its keys contain `_test_`. */
function isLive(env: ProviderNames): boolean {
  if (env.NODE_ENV !== 'production' || env.INTASEND_ALLOW_SANDBOX) return true;
  const { hostname = '' } = URL.parse(env.INTASEND_URL) ?? {};
  const keys = [env.INTASEND_PUBLIC_KEY, env.INTASEND_SECRET_KEY];
  return !/sandbox/i.test(hostname) && !keys.some((key) => key.includes('_test_'));
}

const schema = z
  .object({
    ...processConfig,
    ...storeConfig,
    AUTH_URL: z.url(),
    /** Keeps the audit log. */
    ADMIN_URL: z.url(),
    /** Origins of the web client; learners return to the first. */
    WEB_ORIGINS: webOrigins,
    AI_ZONE: monthZone,
    /** Base URL of the API, such as https://payment.intasend.com. */
    INTASEND_URL: z.url({ protocol: /^https?$/ }),
    INTASEND_PUBLIC_KEY: z.string(),
    INTASEND_SECRET_KEY: secret,
    /** Shared secret that authenticates the provider's notifications. */
    INTASEND_CHALLENGE: secret,
    /** Accepts the provider's sandbox with NODE_ENV=production, for staging. */
    INTASEND_ALLOW_SANDBOX: flag(false),
    INTASEND_TIMEOUT_MS: milliseconds(8_000),
    CHECKOUTS_PER_HOUR: z.coerce.number().int().min(1).default(20),
    /**
     * M-Pesa prompts per phone and hour, over all accounts: a learner may type the number of another person.
     */
    PROMPTS_PER_HOUR: z.coerce.number().int().min(1).default(6),
  })
  .refine(usesTls, {
    path: ['INTASEND_URL'],
    message: 'must be an https:// address with NODE_ENV=production',
  })
  .refine(isLive, {
    path: ['INTASEND_URL'],
    message:
      'the sandbox and its test keys are rejected with NODE_ENV=production unless INTASEND_ALLOW_SANDBOX=true',
  })
  .transform((env) => ({
    ...serviceConfig('billing', env),
    auth: { url: env.AUTH_URL },
    admin: { url: env.ADMIN_URL },
    origins: env.WEB_ORIGINS,
    zone: env.AI_ZONE,
    provider: {
      url: env.INTASEND_URL,
      publicKey: env.INTASEND_PUBLIC_KEY,
      secretKey: env.INTASEND_SECRET_KEY,
      challenge: env.INTASEND_CHALLENGE,
      timeoutMs: env.INTASEND_TIMEOUT_MS,
    },
    checkoutsPerHour: env.CHECKOUTS_PER_HOUR,
    promptsPerHour: env.PROMPTS_PER_HOUR,
  }));

export type Config = z.output<typeof schema>;
/** Reads the configuration from the environment. Throws `ConfigurationInvalid` with all problems. */
export const loadConfig = (env: Environment): Config => readConfig(schema, env);

const rebuildSchema = z
  .object({ ...processConfig, ...storeConfig, AI_URL: z.url() })
  .transform((env) => ({ ...serviceConfig('billing', env), ai: { url: env.AI_URL } }));

/** Reads the configuration of the rebuild command. */
export const loadRebuildConfig = (env: Environment) => readConfig(rebuildSchema, env);
