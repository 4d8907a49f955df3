import { pino, type Logger, type LoggerOptions } from 'pino';
import { idsAtHand } from './context.ts';

export type Log = Logger;

const secretFields = [
  'password',
  'new_password',
  'newPassword',
  'token',
  'access_token',
  'accessToken',
  'dev_code',
];
const redacted = [
  ...secretFields,
  ...secretFields.map((field) => `*.${field}`),
  // One-time codes, but not the `code` of an error.
  'body.code',
  'input.code',
  'req.headers.authorization',
  'req.headers["x-kumbuka-internal-key"]',
  'req.headers["x-kumbuka-web-key"]',
  'req.headers["x-admin-key"]',
];

export const logOptions = (name: string, level: string): LoggerOptions => ({
  name,
  level,
  redact: { paths: redacted, censor: '[redacted]' },
  base: { service: name },
  mixin: idsAtHand,
});

/** Of which service a log is. */
export const serviceOf = (log: Pick<Log, 'bindings'>): string =>
  String(log.bindings()['service'] ?? 'unknown');

/** JSON lines on stdout; secrets are redacted by name. */
export const createLog = (name: string, level: string): Log =>
  pino(logOptions(name, level), pino.destination({ dest: 1, sync: true }));
