import { normalisePassword } from '@kumbuka/text';
import { randomBytes } from 'node:crypto';
import { hashCost, needsRehash } from '../../domain/account/password.ts';
import type { Passwords } from '../../use-cases/ports.ts';
import { hashPassword, verifyPassword } from './password-hasher.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Of libuv's four threads, so that token verification does not wait behind passwords. */
const hashesAtOnce = 2;
const hashesWaiting = 200;

/** Hashes passwords with limited concurrency. A dummy hash replaces a missing one. */
export async function createPasswords(common: ReadonlySet<string>, cost = hashCost): Promise<Passwords> {
  const nobodys = await hashPassword(randomBytes(32).toString('base64'), cost);
  const limited = createConcurrencyLimit(hashesAtOnce, hashesWaiting);

  return {
    common,
    hash: (password) => limited(() => hashPassword(normalisePassword(password), cost)),
    needsRehash: (hash) => needsRehash(hash, cost),
    isRight: ({ hash, password, onTurn }) =>
      limited(async () => {
        await onTurn?.();
        return verifyPassword(hash ?? nobodys, normalisePassword(password));
      }),
  };
}
