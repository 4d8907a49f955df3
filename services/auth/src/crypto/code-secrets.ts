import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import { codeNumbers, formatCode, type CodePurpose } from '../domain/code.ts';

export interface CodeBinding {
  id: string;
  purpose: CodePurpose;
  addressKey: string;
  code: string;
}

export interface CodeSecrets {
  /** Keyed hash of a folded address: rows of unknown addresses name nobody. */
  addressKeyOf(emailKey: string): string;
  macOf(binding: CodeBinding): string;
  sameMac(left: string, right: string): boolean;
  randomCode(): string;
}

/** Everything about one-time codes that needs the secret. */
export function createCodeSecrets(secret: string): CodeSecrets {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `kumbuka-auth ${use}`, 32));
  const [addressSecret, codeSecret] = [keyFor('address'), keyFor('code')];
  const mac = (key: Buffer, parts: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

  return {
    addressKeyOf: (emailKey) => mac(addressSecret, [emailKey]),
    macOf: ({ id, purpose, addressKey, code }) => mac(codeSecret, [id, purpose, addressKey, code]),
    sameMac(left, right) {
      const [a, b] = [Buffer.from(left), Buffer.from(right)];
      return a.length === b.length && timingSafeEqual(a, b);
    },
    randomCode: () => formatCode(randomInt(codeNumbers)),
  };
}
