import { addressVariable, byService, serviceNames } from '@kumbuka/contracts';
import { z } from 'zod';

export type Environment = Record<string, string | undefined>;

/** Treats blank variables as absent. */
const blankAsAbsent = (env: Environment) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));

/** Boolean variable, `true` or `false`. */
export const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'])
    .default(fallback ? 'true' : 'false')
    .transform((value) => value === 'true');
export const secret = z.string().min(16, 'must have at least 16 characters');
export const portNumber = z.coerce.number().int().min(0).max(65_535);
/** Number of trusted proxies before this process. */
export const proxyHops = z.coerce.number().int().min(0).max(5).default(0);

/** Items that one account may read per minute in one process. */
export const readsPerMinute = z.coerce.number().int().min(1).default(120_000);

/** Environment variables of every process. */
export const processConfig = {
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  HOST: z.string().default('127.0.0.1'),
  PORT: portNumber.default(0),
  INTERNAL_KEY: secret,
  /** Previous or next key, accepted during a rotation. */
  INTERNAL_KEY_PREVIOUS: secret.optional(),
  /** Bearer token of scrapers, for `/metrics` only; without it `/metrics` is closed. */
  METRICS_KEY: secret.optional(),
};

/** OpenTelemetry variables for the span exporter; a collector may require a header. */
export const tracingConfig = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  /** Share of new traces that is kept. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});

interface InternalKeys {
  INTERNAL_KEY: string;
  INTERNAL_KEY_PREVIOUS?: string | undefined;
}

/** List of a key and, during a rotation, the other one. */
export const keysOf = (key: string, other?: string): [string, ...string[]] =>
  other === undefined ? [key] : [key, other];

/** Keys that a process accepts; it sends the first one itself. */
export const internalKeysOf = ({ INTERNAL_KEY: key, INTERNAL_KEY_PREVIOUS: other }: InternalKeys) =>
  keysOf(key, other);

/** Address variables of a process that calls every service. */
export const addressConfig = Object.fromEntries(serviceNames.map((name) => [addressVariable(name), z.url()]));

/** Addresses of the services from variables read with `addressConfig`. */
export const addressesIn = (read: Record<string, unknown>) =>
  byService((name) => String(read[addressVariable(name)]));

export class ConfigurationInvalid extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigurationInvalid';
    this.problems = problems;
  }
}

/** Validates the environment. Throws `ConfigurationInvalid` with all problems. */
export function readConfig<Schema extends z.ZodType>(schema: Schema, env: Environment): z.output<Schema> {
  const parsed = schema.safeParse(blankAsAbsent(env));
  if (parsed.success) return parsed.data;
  throw new ConfigurationInvalid(
    parsed.error.issues.map((issue) => `${issue.path.join('.') || 'environment'}: ${issue.message}`),
  );
}
