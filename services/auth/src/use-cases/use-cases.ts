import { forgotPassword } from './forgot-password.ts';
import { issueCode } from './issue-code.ts';
import { logIn } from './log-in.ts';
import { logOutEverywhere } from './log-out-everywhere.ts';
import { logOut } from './log-out.ts';
import { notePresence } from './note-presence.ts';
import { proveCode } from './prove-code.ts';
import { purgeAbandoned } from './purge-abandoned.ts';
import { findAccounts, readAccount } from './read-account.ts';
import { refreshAccess } from './refresh-access.ts';
import { requestCode } from './request-code.ts';
import { resetPassword } from './reset-password.ts';
import { rotateKeys } from './rotate-keys.ts';
import { signUp } from './sign-up.ts';
import { verifyCode } from './verify-code.ts';

type NeedsOf<UseCase> = UseCase extends (needs: infer Needs) => unknown ? Needs : never;
/** What other use-cases give. */
type Inner = 'issueCode' | 'proveCode';
type Needs = Omit<
  NeedsOf<typeof findAccounts> &
    NeedsOf<typeof forgotPassword> &
    NeedsOf<typeof issueCode> &
    NeedsOf<typeof logIn> &
    NeedsOf<typeof logOut> &
    NeedsOf<typeof logOutEverywhere> &
    NeedsOf<typeof notePresence> &
    NeedsOf<typeof proveCode> &
    NeedsOf<typeof purgeAbandoned> &
    NeedsOf<typeof readAccount> &
    NeedsOf<typeof refreshAccess> &
    NeedsOf<typeof requestCode> &
    NeedsOf<typeof resetPassword> &
    NeedsOf<typeof rotateKeys> &
    NeedsOf<typeof signUp> &
    NeedsOf<typeof verifyCode>,
  Inner
>;

/** All that can be asked of auth, by REST and GraphQL alike, and what it does by itself. */
export function createUseCases(given: Needs) {
  const needs = { ...given, issueCode: issueCode(given), proveCode: proveCode(given) };
  return {
    signUp: signUp(needs),
    logIn: logIn(needs),
    requestCode: requestCode(needs),
    verifyCode: verifyCode(needs),
    forgotPassword: forgotPassword(needs),
    resetPassword: resetPassword(needs),
    refreshAccess: refreshAccess(needs),
    logOut: logOut(needs),
    logOutEverywhere: logOutEverywhere(needs),
    readAccount: readAccount(needs),
    findAccounts: findAccounts(needs),
    notePresence: notePresence(needs),
    purgeAbandoned: purgeAbandoned(needs),
    rotateKeys: rotateKeys(needs),
  };
}
export type UseCases = ReturnType<typeof createUseCases>;
