import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { changeUsername } from './change-username.ts';
import { checkPassword } from './check-password.ts';
import { closeAccount } from './close-account.ts';
import { createDemoAccounts } from './create-demo-accounts.ts';
import { deleteAccounts } from './delete-accounts.ts';
import { endSignUp } from './end-sign-up.ts';
import { findByEmail } from './find-by-email.ts';
import { grantRole, listOperators } from './grant-role.ts';
import { logIn } from './log-in.ts';
import { logOutEverywhere } from './log-out-everywhere.ts';
import { logOut } from './log-out.ts';
import { notePresence } from './note-presence.ts';
import type { Ports } from './ports.ts';
import { provePassword } from './prove-password.ts';
import { purgeAbandoned } from './purge-abandoned.ts';
import { findAccounts, listAccounts, readAccount, readAccounts } from './read-account.ts';
import { readJwks, readRevocations } from './read-for-verifiers.ts';
import { readSessions } from './read-sessions.ts';
import { refreshAccess } from './refresh-access.ts';
import { renewAccountKeys } from './renew-account-keys.ts';
import { requestEmailChange } from './request-email-change.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { requestVerificationCode } from './request-verification-code.ts';
import { resetPassword } from './reset-password.ts';
import { rotateSigningKeys } from './rotate-signing-keys.ts';
import { sendMail } from './send-mail.ts';
import { signUp } from './sign-up.ts';
import { verifyCode } from './verify-code.ts';

/** Use-cases of auth, shared by REST, GraphQL, events and jobs. */
export const createUseCases = (ports: Ports) => ({
  signUp: signUp(ports),
  endSignUp: endSignUp(ports),
  logIn: logIn(ports),
  requestVerificationCode: requestVerificationCode(ports),
  verifyCode: verifyCode(ports),
  requestPasswordReset: requestPasswordReset(ports),
  resetPassword: resetPassword(ports),
  refreshAccess: refreshAccess(ports),
  logOut: logOut(ports),
  logOutEverywhere: logOutEverywhere(ports),
  changeUsername: changeUsername(ports),
  changePassword: changePassword(ports),
  requestEmailChange: requestEmailChange(ports),
  changeEmail: changeEmail(ports),
  readSessions: readSessions(ports),
  provePassword: provePassword(ports),
  checkPassword: checkPassword(ports),
  closeAccount: closeAccount(ports),
  readAccount: readAccount(ports),
  findAccounts: findAccounts(ports),
  readAccounts: readAccounts(ports),
  deleteAccounts: deleteAccounts(ports),
  createDemoAccounts: createDemoAccounts(ports),
  findByEmail: findByEmail(ports),
  grantRole: grantRole(ports),
  listOperators: listOperators(ports),
  listAccounts: listAccounts(ports),
  readJwks: readJwks(ports),
  readRevocations: readRevocations(ports),
  notePresence: notePresence(ports),
  sendMail: sendMail(ports),
  purgeAbandoned: purgeAbandoned(ports),
  renewAccountKeys: renewAccountKeys(ports),
  rotateSigningKeys: rotateSigningKeys(ports),
});
export type UseCases = ReturnType<typeof createUseCases>;
