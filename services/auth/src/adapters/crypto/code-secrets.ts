import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import { codeNumbers, formatCode } from '../../domain/code/code.ts';
import type { CodeSecrets } from '../../use-cases/ports.ts';

/** Derives all secrets of one-time codes from one. */
export function createCodeSecrets(secret: string): CodeSecrets {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `kumbuka-auth ${use}`, 32));
  const [ofEmails, ofIps, ofCodes] = [keyFor('address'), keyFor('ip'), keyFor('code')];
  const [ofProofs, ofEnds] = [keyFor('sign-up proof'), keyFor('end of a sign-up')];
  const mac = (key: Buffer, parts: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

  return {
    emailMacOf: (emailKey) => mac(ofEmails, [emailKey]),
    ipMacOf: (ip) => mac(ofIps, [ip]),
    signUpProofOf: (userId) => mac(ofProofs, [String(userId)]),
    endMacOf: (userId) => mac(ofEnds, [String(userId)]),
    macOf: ({ id, purpose, emailMac }, code) => mac(ofCodes, [id, purpose, emailMac, code]),
    sameMac(left, right) {
      const [a, b] = [Buffer.from(left), Buffer.from(right)];
      return a.length === b.length && timingSafeEqual(a, b);
    },
    randomCode: () => formatCode(randomInt(codeNumbers)),
  };
}
