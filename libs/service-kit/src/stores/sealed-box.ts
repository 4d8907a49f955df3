import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A text was sealed with another secret or label, or its bytes were modified. */
export class SealBroken extends Error {
  constructor(label: string) {
    super(`The text sealed as ${label} does not open with the configured secret.`);
    this.name = 'SealBroken';
  }
}

export interface SealedBox {
  /** Encrypts a text under this secret and label. */
  seal(plain: string, label: string): string;
  /** Decrypts a text. Throws `SealBroken` for another secret, another label or modified bytes. */
  open(sealed: string, label: string): string;
}

const ivBytes = 12;
const tagBytes = 16;

/**
 * Creates a box for AES-256-GCM with keys derived from secrets; the label is authenticated data. The first secret seals, all
 * of them open.
 */
export function createSealedBox(secrets: readonly [string, ...string[]], use: string): SealedBox {
  const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', `kumbuka-auth ${use}`, 32));
  const key = keyOf(secrets[0]);
  const keys = secrets.map(keyOf);

  const decipher = (opener: Buffer, bytes: Buffer, label: string) => {
    const box = createDecipheriv('aes-256-gcm', opener, bytes.subarray(0, ivBytes));
    box.setAAD(Buffer.from(label));
    box.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([box.update(bytes.subarray(ivBytes + tagBytes)), box.final()]).toString('utf8');
  };

  return {
    seal(plain, label) {
      const iv = randomBytes(ivBytes);
      const box = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(label));
      const body = Buffer.concat([box.update(plain, 'utf8'), box.final()]);
      return Buffer.concat([iv, box.getAuthTag(), body]).toString('base64');
    },
    open(sealed, label) {
      for (const each of keys)
        try {
          return decipher(each, Buffer.from(sealed, 'base64'), label);
        } catch {
          continue;
        }
      throw new SealBroken(label);
    },
  };
}
