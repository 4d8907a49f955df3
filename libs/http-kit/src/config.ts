import { addressVariable, byService, serviceNames } from '@kumbuka/contracts';
import { z } from 'zod';

export type Environment = Record<string, string | undefined>;

const port = z.coerce.number().int().min(0).max(65_535);
/** Present and not blank; an empty variable counts as absent. */
const blankAsAbsent = (env: Environment) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));

/** A switch written as true or false. */
export const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'])
    .default(fallback ? 'true' : 'false')
    .transform((value) => value === 'true');
export const secret = z.string().min(16, 'must have at least 16 characters');
export const portNumber = port;
/** Proxies in front whose X-Forwarded-For is believed. */
export const proxyHops = z.coerce.number().int().min(0).max(5).default(0);

/** Items a minute and account that a process lets somebody read. */
export const readsPerMinute = z.coerce.number().int().min(1).default(120_000);

/** Names that every process reads. */
export const processConfig = {
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(0),
  INTERNAL_KEY: secret,
  /** The key of before or of after, which is taken as well while keys are changed. */
  INTERNAL_KEY_PREVIOUS: secret.optional(),
  /** Scrapers send it as a bearer token to `/metrics`. Nothing else accepts it; without it `/metrics` is closed. */
  METRICS_KEY: secret.optional(),
};

/** Where spans go, by OpenTelemetry's own names; other processes of the machine may need a header that lets them in. */
export const tracingConfig = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  /** The share of traces that is kept, of those that begin here. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});

interface InternalKeys {
  INTERNAL_KEY: string;
  INTERNAL_KEY_PREVIOUS?: string | undefined;
}

/** A key, and the one of before or of after where keys are being changed. */
export const keysOf = (key: string, other?: string) => (other === undefined ? [key] : [key, other]);

/** The keys that a process takes of others; it shows the first one itself. */
export const internalKeysOf = ({ INTERNAL_KEY: key, INTERNAL_KEY_PREVIOUS: other }: InternalKeys) =>
  keysOf(key, other);

/** Names for a process that calls every service. */
export const addressConfig = Object.fromEntries(serviceNames.map((name) => [addressVariable(name), z.url()]));

/** Where each service is, of what was read by `addressConfig`. */
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

/** Reads an environment by a schema; throws ConfigurationInvalid with every problem at once. */
export function readConfig<Schema extends z.ZodType>(schema: Schema, env: Environment): z.output<Schema> {
  const parsed = schema.safeParse(blankAsAbsent(env));
  if (parsed.success) return parsed.data;
  throw new ConfigurationInvalid(
    parsed.error.issues.map((issue) => `${issue.path.join('.') || 'environment'}: ${issue.message}`),
  );
}
