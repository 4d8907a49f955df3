import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { formatPhc, hashCost, parsePhc, type HashCost } from '../../domain/account/password.ts';

const derive = promisify(argon2);
const saltBytes = 16;
const digestBytes = 32;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

const digestOf = (password: string, salt: Uint8Array, tagLength: number, cost: HashCost) =>
  derive('argon2id', { message: Buffer.from(password, 'utf8'), nonce: salt, tagLength, ...cost });

/** Returns a PHC string of the password with a random salt. */
export async function hashPassword(password: string, cost: HashCost = hashCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  const digest = await digestOf(password, salt, digestBytes, cost);
  return formatPhc({ ...cost, salt: base64(salt), digest: base64(digest) });
}

/** Whether the password matches the stored hash, computed with the hash's own cost. */
export async function verifyPassword(phc: string, password: string): Promise<boolean> {
  const stored = parsePhc(phc);
  if (!stored) return false;
  const { memory, passes, parallelism } = stored;
  const expected = Buffer.from(stored.digest, 'base64');
  const salt = Buffer.from(stored.salt, 'base64');
  const actual = await digestOf(password, salt, expected.length, { memory, passes, parallelism });
  return timingSafeEqual(actual, expected);
}
