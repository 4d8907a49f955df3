import { randomBytes } from 'node:crypto';
import type { Passwords } from '../use-cases/ports.ts';
import { hashPassword, verifyPassword } from './password-hasher.ts';
import { createTurns } from './turns.ts';

/** Of the four threads that libuv has, so that tokens seen for the first time do not wait behind passwords. */
const hashesAtOnce = 2;
const hashesWaiting = 200;

/** Hashes of passwords, a few at once. The hash of a password that nobody has stands in for one that is missing. */
export async function createPasswords(common: ReadonlySet<string>): Promise<Passwords> {
  const nobodys = await hashPassword(randomBytes(32).toString('base64'));
  const inTurn = createTurns(hashesAtOnce, hashesWaiting);

  return {
    common,
    hash: (password) => inTurn(() => hashPassword(password)),
    isRight: ({ hash, password, onTurn }) =>
      inTurn(async () => {
        await onTurn?.();
        return verifyPassword(hash ?? nobodys, password);
      }),
  };
}
