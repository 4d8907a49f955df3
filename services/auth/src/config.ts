import { codes, defaultMailFrom } from '@kumbuka/contracts';
import { flag, keysOf, processConfig, readConfig, secret, type Environment } from '@kumbuka/runtime';
import { serviceConfig, storeConfig, webOrigins } from '@kumbuka/service-kit';
import { z } from 'zod';

const count = (fallback: number) => z.coerce.number().int().min(1).max(1_000_000).default(fallback);
const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/** All but a few numbers of 32 bytes are private keys. */
const isPrivateKey = (text: string) => /^[A-Za-z0-9_-]{43}=?$/.test(text) && !/^(A{40}|_{5})/.test(text);

const ofDevCodes = z.object({ DEV_CODES: z.boolean(), NODE_ENV: z.string(), HOST: z.string() });
/** Checked even when other variables are invalid, so that all problems are reported at once. */
const canJudgeDevCodes = ({ value }: { value: unknown }) => ofDevCodes.safeParse(value).success;

const schema = z
  .object({
    ...processConfig,
    ...storeConfig,
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/, 'must name an address')
      .default(defaultMailFrom),
    /** Emails link to the first. */
    WEB_ORIGINS: webOrigins,
    /** Responses contain one-time codes; for local development only. */
    DEV_CODES: flag(false),
    /** Encrypts the signing keys at rest. */
    KEY_SECRET: secret,
    /** Opens keys that were encrypted before a rotation of the secret. */
    KEY_SECRET_PREVIOUS: secret.optional(),
    /** Key of the hashes of one-time codes, and encrypts queued emails. */
    CODE_SECRET: secret,
    /** Accepts codes, proofs, links and queued emails of before a rotation. */
    CODE_SECRET_PREVIOUS: secret.optional(),
    /** Signs notifications: P-256 private key of 32 bytes, base64url. Without it there are none. */
    VAPID_PRIVATE_KEY: z
      .string()
      .refine(
        (text) => text === '' || isPrivateKey(text),
        'must be a P-256 private key, 32 bytes as base64url',
      )
      .optional(),
    KEY_ROTATION_DAYS: count(30),
    LOGIN_FAILURES_PER_5_MINUTES: count(10),
    IP_LOGINS_PER_5_MINUTES: count(300),
    IP_CODES_PER_HOUR: count(200),
    IP_SIGNUPS_PER_HOUR: count(200),
    IP_CODE_TRIES_PER_HOUR: count(200),
    CODES_PER_HOUR: count(codes.perHour),
    USERNAME_CHANGES_PER_HOUR: count(20),
    CODE_RESEND_SECONDS: count(codes.resendSeconds),
  })
  .refine((env) => !(env.DEV_CODES && env.NODE_ENV === 'production'), {
    path: ['DEV_CODES'],
    message: 'is rejected with NODE_ENV=production',
    when: canJudgeDevCodes,
  })
  .refine((env) => !(env.DEV_CODES && !loopback.has(env.HOST)), {
    path: ['DEV_CODES'],
    message: 'is rejected unless HOST is a loopback address',
    when: canJudgeDevCodes,
  })
  .transform((env) => ({
    ...serviceConfig('auth', env),
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    webOrigin: env.WEB_ORIGINS[0],
    vapidPrivateKey: env.VAPID_PRIVATE_KEY || undefined,
    keys: { secrets: keysOf(env.KEY_SECRET, env.KEY_SECRET_PREVIOUS), rotationDays: env.KEY_ROTATION_DAYS },
    codes: {
      secrets: keysOf(env.CODE_SECRET, env.CODE_SECRET_PREVIOUS),
      devCodes: env.DEV_CODES,
      perHour: env.CODES_PER_HOUR,
      resendSeconds: env.CODE_RESEND_SECONDS,
    },
    limits: {
      loginFailures: env.LOGIN_FAILURES_PER_5_MINUTES,
      ipLogIns: env.IP_LOGINS_PER_5_MINUTES,
      ipCodes: env.IP_CODES_PER_HOUR,
      ipSignUps: env.IP_SIGNUPS_PER_HOUR,
      ipCodeTries: env.IP_CODE_TRIES_PER_HOUR,
      codes: env.CODES_PER_HOUR,
      usernameChanges: env.USERNAME_CHANGES_PER_HOUR,
    },
  }));

export type Config = z.output<typeof schema>;
/** Reads the configuration from the environment. Throws `ConfigurationInvalid` with all problems. */
export const loadConfig = (env: Environment): Config => readConfig(schema, env);
