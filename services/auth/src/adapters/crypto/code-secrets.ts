import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import { codeNumbers, formatCode } from '../../domain/code/code.ts';
import type { CodeName } from '../../domain/code/code.ts';
import type { CodeSecrets } from '../../use-cases/ports.ts';

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Keyed hashes under one secret. */
function macsOf(secret: string) {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `kumbuka-auth ${use}`, 32));
  const [ofEmails, ofIps, ofCodes] = [keyFor('address'), keyFor('ip'), keyFor('code')];
  const [ofProofs, ofEnds] = [keyFor('sign-up proof'), keyFor('end of a sign-up')];
  const mac = (key: Buffer, parts: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return {
    emailMacOf: (emailKey: string) => mac(ofEmails, [emailKey]),
    ipMacOf: (ip: string) => mac(ofIps, [ip]),
    signUpProofOf: (userId: number) => mac(ofProofs, [String(userId)]),
    endMacOf: (userId: number) => mac(ofEnds, [String(userId)]),
    macOf: ({ id, purpose, emailMac }: CodeName, code: string) => mac(ofCodes, [id, purpose, emailMac, code]),
  };
}

/** Derives all secrets of one-time codes from one, and accepts what was made with the others. */
export function createCodeSecrets(secrets: readonly [string, ...string[]]): CodeSecrets {
  const accepted = secrets.map(macsOf);
  return {
    ...macsOf(secrets[0]),
    emailMacsOf: (emailKey) => accepted.map(({ emailMacOf }) => emailMacOf(emailKey)),
    isIp: (mac, ip) => accepted.some(({ ipMacOf }) => mac !== null && isSame(mac, ipMacOf(ip))),
    isSignUpProof: (proof, userId) =>
      accepted.some(({ signUpProofOf }) => isSame(proof, signUpProofOf(userId))),
    isEndMac: (mac, userId) => accepted.some(({ endMacOf }) => isSame(mac, endMacOf(userId))),
    isCode: (mac, name, code) => accepted.some(({ macOf }) => isSame(mac, macOf(name, code))),
    randomCode: () => formatCode(randomInt(codeNumbers)),
  };
}
