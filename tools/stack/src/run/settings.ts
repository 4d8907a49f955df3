import { join } from 'node:path';
import { z } from 'zod';
import type { Environment } from './environment.ts';
import { root } from './repository.ts';

const hops = z.coerce.number().int().min(0).max(5);
const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback);

const intaSendNames = [
  'INTASEND_URL',
  'INTASEND_PUBLIC_KEY',
  'INTASEND_SECRET_KEY',
  'INTASEND_CHALLENGE',
] as const;

const schema = z
  .object({
    /** Folder or bucket of pictures and sounds; by default a folder of the data directory. */
    MEDIA_STORE: z.string().min(1).optional(),
    KUMBUKA_DATA_DIR: z.string().default(join(root, '.kumbuka')),
    NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    HOST: z.string().default('127.0.0.1'),
    DEV_CODES: z.enum(['true', 'false']).default('true'),
    WEB_PORT: port(3000),
    REST_PORT: port(5000),
    GRAPHQL_PORT: port(4000),
    MAIL_PORT: port(8025),
    PAY_PORT: port(8026),
    KAFKA_PORT: port(9092),
    /** Proxies in front of every edge, and in front of a single edge that differs. */
    PROXY_HOPS: hops.default(0),
    WEB_PROXY_HOPS: hops.optional(),
    REST_PROXY_HOPS: hops.optional(),
    GRAPHQL_PROXY_HOPS: hops.optional(),
    ADMIN_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
    MONGO_URL: z.string().optional(),
    KAFKA_BROKERS: z.string().optional(),
    KAFKA_TLS: z.enum(['true', 'false']).optional(),
    KAFKA_LOGIN: z
      .string()
      .regex(/^(plain|scram-sha-256|scram-sha-512):[^:]+:.+$/, 'must be mechanism:username:password')
      .optional(),
    /** Replicas of each topic. */
    KAFKA_REPLICATION: z.coerce.number().int().min(1).max(9).optional(),
    REDIS_URL: z.string().optional(),
    SMTP_URL: z.string().optional(),
    /** The real provider; all four together replace the embedded one. */
    INTASEND_URL: z.string().optional(),
    INTASEND_PUBLIC_KEY: z.string().optional(),
    INTASEND_SECRET_KEY: z.string().optional(),
    INTASEND_CHALLENGE: z.string().optional(),
  })
  .superRefine((env, context) => {
    const reject = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (env.DEV_CODES === 'true' && !isLoopback(env.HOST)) {
      reject('HOST', 'would show one-time codes to the network; set DEV_CODES=false with it');
    }
    for (const name of ['KAFKA_TLS', 'KAFKA_LOGIN', 'KAFKA_REPLICATION'] as const)
      if (env[name] !== undefined && env.KAFKA_BROKERS === undefined)
        reject(name, 'is about brokers of KAFKA_BROKERS; the embedded one is alone on this machine');
    const present = intaSendNames.filter((name) => env[name] !== undefined);
    for (const name of intaSendNames)
      if (present.length > 0 && env[name] === undefined)
        reject(
          name,
          `is needed with ${present.join(', ')}; without all of them the embedded provider is used`,
        );
    if (env.NODE_ENV !== 'production') return;
    if (env.DEV_CODES === 'true') reject('DEV_CODES', 'must be false with NODE_ENV=production');
    for (const name of ['MONGO_URL', 'KAFKA_BROKERS', 'SMTP_URL', 'INTASEND_URL'] as const) {
      if (env[name] === undefined)
        reject(name, 'is needed with NODE_ENV=production; the embedded one rejects it');
    }
  });

export type Settings = z.output<typeof schema>;

const isLoopback = (host: string): boolean => host === '127.0.0.1' || host === 'localhost' || host === '::1';

class SettingsInvalid extends Error {
  readonly code = 'SETTINGS_INVALID';
  constructor(problems: string[]) {
    super(`The settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsInvalid';
  }
}

/** Reads the settings of `npm start`. Throws `SettingsInvalid` with every problem at once. */
export function readSettings(env: Environment): Settings {
  const present = Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== '');
  const parsed = schema.safeParse(Object.fromEntries(present));
  if (parsed.success) return parsed.data;
  throw new SettingsInvalid(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
}

export type Flags = { split: boolean; reset: boolean; yes: boolean; watch: boolean };

/** Parses the words after `npm start --`. Throws `SettingsInvalid` for unknown ones. */
export function readFlags(args: readonly string[]): Flags {
  const flags = ['--split', '--reset', '--yes', '--watch'];
  const unknown = args.filter((arg) => !flags.includes(arg));
  if (unknown.length > 0)
    throw new SettingsInvalid(unknown.map((arg) => `${arg} is not one of ${flags.join(', ')}`));
  const has = (flag: string): boolean => args.includes(flag);
  return { split: has('--split'), reset: has('--reset'), yes: has('--yes'), watch: has('--watch') };
}
