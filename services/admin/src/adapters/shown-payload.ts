import { createHash } from 'node:crypto';
import { isJsonObject, withoutSecrets } from '../domain/events/dead-letter.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Payload as it is shown to operators: JSON with secrets hidden; of anything else only size and hash. */
export const shownPayload = (text: string): string =>
  isJsonObject(text)
    ? withoutSecrets(text)
    : `(not a JSON object: ${Buffer.byteLength(text)} bytes, SHA-256 ${sha256(text)})`;
