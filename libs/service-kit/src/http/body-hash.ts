import { createHmac } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

const hmacBy = (secret: string, body: unknown) =>
  createHmac('sha256', secret).update(canonicalJson(body)).digest('base64');

/** Keys of an HMAC. The first one hashes, all are accepted. */
export type HashSecrets = readonly [string, ...string[]];

/**
 * Hashes request bodies with a secret, because a plain hash would reveal short values such as phone numbers. Accepts
 * hashes by the other secrets too, so that a rotation rejects no retry.
 */
export const createBodyHash = (secrets: HashSecrets) => ({
  hash: (body: unknown): string => hmacBy(secrets[0], body),
  isHashOf: (stored: string, body: unknown): boolean =>
    secrets.some((secret) => stored === hmacBy(secret, body)),
});
