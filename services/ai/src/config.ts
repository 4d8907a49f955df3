import { generation } from '@kumbuka/contracts';
import { processConfig, readConfig, type Environment } from '@kumbuka/runtime';
import { monthZone, serviceConfig, storeConfig } from '@kumbuka/service-kit';
import { z } from 'zod';

const price = z.coerce.number().min(0).max(10_000);
const tokens = (max: number) => z.coerce.number().int().min(0).default(max);
/** Maximum number of tokens of one call: the longest text and the largest number of cards. */
export const maxTokensOfPrompt = 21_000;

interface OpenAiNames {
  OPENAI_API_KEY?: string | undefined;
  OPENAI_BASE_URL?: string | undefined;
  OPENAI_MODEL: string;
  OPENAI_TIMEOUT_MS: number;
  OPENAI_INPUT_PRICE?: number | undefined;
  OPENAI_OUTPUT_PRICE?: number | undefined;
}

/** Prices of the default model at OpenAI. Any other server counts as free unless its prices are configured. */
const pricesOf = ({
  OPENAI_BASE_URL: url,
  OPENAI_INPUT_PRICE: input,
  OPENAI_OUTPUT_PRICE: output,
}: OpenAiNames) => ({
  input: input ?? (url === undefined ? 0.4 : 0),
  output: output ?? (url === undefined ? 1.6 : 0),
});

/** `null` without a key and an address. */
const openAiOf = (env: OpenAiNames) =>
  env.OPENAI_API_KEY === undefined && env.OPENAI_BASE_URL === undefined
    ? null
    : {
        apiKey: env.OPENAI_API_KEY,
        baseUrl: env.OPENAI_BASE_URL,
        model: env.OPENAI_MODEL,
        timeoutMs: env.OPENAI_TIMEOUT_MS,
        prices: pricesOf(env),
      };

const schema = z
  .object({
    ...processConfig,
    ...storeConfig,
    AUTH_URL: z.url(),
    DECKS_URL: z.url(),
    /** Keeps the audit log. */
    ADMIN_URL: z.url(),
    AI_ZONE: monthZone,
    /** Server with OpenAI's interface. Without key and address, the embedded generator makes the cards. */
    OPENAI_API_KEY: z.string().min(1).optional(),
    OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    OPENAI_MODEL: z.string().min(1).default('gpt-4.1-mini'),
    /** Milliseconds without output after which a call of the model is aborted. */
    OPENAI_TIMEOUT_MS: z.coerce.number().int().min(100).max(25_000).default(24_000),
    /** US dollars per million tokens of input and of output. */
    OPENAI_INPUT_PRICE: price.optional(),
    OPENAI_OUTPUT_PRICE: price.optional(),
    /** Tokens per UTC day, of all free accounts together and of one account. */
    OPENAI_TOKENS_PER_DAY: tokens(5_000_000),
    OPENAI_TOKENS_PER_LEARNER: tokens(generation.promptsPerMonth * maxTokensOfPrompt),
    /** The same for subscribers, whose budget is separate. */
    OPENAI_SUBSCRIBER_TOKENS_PER_DAY: tokens(5_000_000),
    OPENAI_TOKENS_PER_SUBSCRIBER: tokens(500_000),
    /** Generations per minute and account. */
    GENERATIONS_PER_MINUTE: z.coerce.number().int().min(1).default(generation.callsPerMinute),
  })
  .transform((env) => ({
    ...serviceConfig('ai', env),
    auth: { url: env.AUTH_URL },
    decks: { url: env.DECKS_URL },
    admin: { url: env.ADMIN_URL },
    zone: env.AI_ZONE,
    generationsPerMinute: env.GENERATIONS_PER_MINUTE,
    openai: openAiOf(env),
    budgets: {
      free: { perDay: env.OPENAI_TOKENS_PER_DAY, perLearner: env.OPENAI_TOKENS_PER_LEARNER },
      subscriber: {
        perDay: env.OPENAI_SUBSCRIBER_TOKENS_PER_DAY,
        perLearner: env.OPENAI_TOKENS_PER_SUBSCRIBER,
      },
    },
  }));

export type Config = z.output<typeof schema>;
/** Parses the environment. Throws `ConfigurationInvalid` with every problem. */
export const loadConfig = (env: Environment): Config => readConfig(schema, env);

const rebuildSchema = z
  .object({ ...processConfig, ...storeConfig, BILLING_URL: z.url() })
  .transform((env) => ({ ...serviceConfig('ai', env), billing: { url: env.BILLING_URL } }));

/** Settings of the rebuild command. */
export const loadRebuildConfig = (env: Environment) => readConfig(rebuildSchema, env);
