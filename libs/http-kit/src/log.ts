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

/** Lines that cannot be written wait, up to so many bytes; those that come then are lost. */
const MOST_WAITING_BYTES = 1024 * 1024;

/** On a full disk lines wait: by itself pino would end the process over the first that cannot be written. */
function standardOutput() {
  // It can be flushed only if it may wait for a byte, which every line has.
  const destination = pino.destination({ dest: 1, sync: true, minLength: 1, maxLength: MOST_WAITING_BYTES });
  destination.on('error', () => undefined);
  // By itself it tries again only with a line that it takes.
  destination.on('drop', () => destination.flush());
  return destination;
}

/** JSON lines on stdout; secrets are redacted by name. */
export const createLog = (name: string, level: string): Log =>
  pino(logOptions(name, level), standardOutput());
