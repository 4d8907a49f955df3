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

/** Creates a box for AES-256-GCM with a key derived from a secret; the label is authenticated data. */
export function createSealedBox(secret: string, use: string): SealedBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `kumbuka-auth ${use}`, 32));

  const decipher = (bytes: Buffer, label: string) => {
    const box = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
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
      try {
        return decipher(Buffer.from(sealed, 'base64'), label);
      } catch {
        throw new SealBroken(label);
      }
    },
  };
}
