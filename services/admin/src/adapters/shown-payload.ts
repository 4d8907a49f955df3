import { createHash } from 'node:crypto';
import { isJsonObject, withoutSecrets } from '../domain/events/dead-letter.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Payload for operators: JSON with secrets hidden, or size and hash of anything else. */
export const shownPayload = (text: string): string =>
  isJsonObject(text)
    ? withoutSecrets(text)
    : `(not a JSON object: ${Buffer.byteLength(text)} bytes, SHA-256 ${sha256(text)})`;
