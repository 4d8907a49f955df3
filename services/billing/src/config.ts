import { processConfig, readConfig, secret, type Environment } from '@kumbuka/http-kit';
import { monthZone, serviceConfig, storeConfig } from '@kumbuka/service-kit';
import { z } from 'zod';

const milliseconds = (fallback: number) => z.coerce.number().int().min(100).max(60_000).default(fallback);

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.parse(text)?.origin === text, 'must be origins such as https://kumbuka.example');
const origins = z
  .string()
  .transform((list) => list.split(',').map((each) => each.trim()))
  .pipe(z.array(origin).min(1));

const isSafe = ({ NODE_ENV, INTASEND_URL }: { NODE_ENV: string; INTASEND_URL: string }) =>
  NODE_ENV !== 'production' || INTASEND_URL.startsWith('https://');

const schema = z
  .object({
    ...processConfig,
    ...storeConfig,
    AUTH_URL: z.url(),
    /** Origins of the web client, the home first: learners come back to them. */
    WEB_ORIGINS: origins,
    AI_ZONE: monthZone,
    /** The API, such as https://payment.intasend.com. */
    INTASEND_URL: z.url({ protocol: /^https?$/ }),
    INTASEND_PUBLIC_KEY: z.string(),
    INTASEND_SECRET_KEY: secret,
    /** By which its messages prove themselves. */
    INTASEND_CHALLENGE: secret,
    INTASEND_TIMEOUT_MS: milliseconds(8_000),
    CHECKOUTS_PER_HOUR: z.coerce.number().int().min(1).default(20),
    /** M-Pesa prompts an hour on one phone, whoever asks for them: it may be a stranger's. */
    PROMPTS_PER_HOUR: z.coerce.number().int().min(1).default(6),
  })
  .refine(isSafe, {
    path: ['INTASEND_URL'],
    message: 'must be an https:// address with NODE_ENV=production',
  })
  .transform((env) => ({
    ...serviceConfig('billing', env),
    auth: { url: env.AUTH_URL },
    origins: env.WEB_ORIGINS,
    zone: env.AI_ZONE,
    provider: {
      url: env.INTASEND_URL,
      publicKey: env.INTASEND_PUBLIC_KEY,
      secretKey: env.INTASEND_SECRET_KEY,
      timeoutMs: env.INTASEND_TIMEOUT_MS,
    },
    challenge: env.INTASEND_CHALLENGE,
    checkoutsPerHour: env.CHECKOUTS_PER_HOUR,
    promptsPerHour: env.PROMPTS_PER_HOUR,
  }));

export type Config = z.output<typeof schema>;
/** The configuration by an environment; throws ConfigurationInvalid with every problem. */
export const loadConfig = (env: Environment): Config => readConfig(schema, env);

const rebuildSchema = z
  .object({ ...processConfig, ...storeConfig, AI_URL: z.url() })
  .transform((env) => ({ ...serviceConfig('billing', env), ai: { url: env.AI_URL } }));

/** What the command needs that makes projections again. */
export const loadRebuildConfig = (env: Environment) => readConfig(rebuildSchema, env);
