import { pino, type Logger, type LoggerOptions } from 'pino';
import { contextIds } from './context.ts';

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
  mixin: contextIds,
});

/** Name of the service that a log belongs to. */
export const serviceOf = (log: Pick<Log, 'bindings'>): string =>
  String(log.bindings()['service'] ?? 'unknown');

/** Bytes of unwritten lines that are buffered; further lines are dropped. */
const maxWaitingBytes = 1024 * 1024;

/** Buffers lines while the disk is full; by default pino ends the process at the first failed write. */
function standardOutput() {
  // Only destinations with a minimum length can be flushed; every line has at least one byte.
  const destination = pino.destination({ dest: 1, sync: true, minLength: 1, maxLength: maxWaitingBytes });
  destination.on('error', () => undefined);
  // By default pino retries only with the next accepted line.
  destination.on('drop', () => destination.flush());
  return destination;
}

/** JSON lines on stdout; secrets are redacted by name. */
export const createLog = (name: string, level: string): Log =>
  pino(logOptions(name, level), standardOutput());
