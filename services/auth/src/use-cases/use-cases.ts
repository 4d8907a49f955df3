import { changeEmail } from './account/change-email.ts';
import { changePassword } from './access/change-password.ts';
import { changeLanguage, changeTheme, readLanguage } from './account/change-preferences.ts';
import { changeUsername } from './account/change-username.ts';
import { checkPassword } from './access/check-password.ts';
import { closeAccount } from './account/close-account.ts';
import { createDemoAccounts } from './account/create-demo-accounts.ts';
import { deleteAccounts } from './account/delete-accounts.ts';
import { endSignUp } from './account/end-sign-up.ts';
import { findByEmail } from './account/find-by-email.ts';
import { grantRole, listOperators } from './account/grant-role.ts';
import { logIn } from './access/log-in.ts';
import { logOutEverywhere } from './access/log-out-everywhere.ts';
import { logOut } from './access/log-out.ts';
import { notePresence } from './account/note-presence.ts';
import type { Ports } from './ports.ts';
import { provePassword } from './access/prove-password.ts';
import { purgeAbandoned } from './account/purge-abandoned.ts';
import { findAccounts, listAccounts, readAccount, readAccounts } from './account/read-account.ts';
import { readJwks, readRevocations } from './access/read-for-verifiers.ts';
import { readSessions } from './access/read-sessions.ts';
import { refreshAccess, renewAccess } from './access/refresh-access.ts';
import { requestEmailChange } from './account/request-email-change.ts';
import { requestPasswordReset } from './code/request-password-reset.ts';
import { requestVerificationCode } from './code/request-verification-code.ts';
import { resetPassword } from './code/reset-password.ts';
import { rotateSigningKeys } from './access/rotate-signing-keys.ts';
import { sendMail } from './send-mail.ts';
import { allowPush, readPush, sendPush } from './send-push.ts';
import { signUp } from './account/sign-up.ts';
import { verifyCode } from './code/verify-code.ts';

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
  renewAccess: renewAccess(ports),
  logOut: logOut(ports),
  logOutEverywhere: logOutEverywhere(ports),
  changeTheme: changeTheme(ports),
  changeLanguage: changeLanguage(ports),
  readLanguage: readLanguage(ports),
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
  allowPush: allowPush(ports),
  readPush: readPush(ports),
  sendPush: sendPush(ports),
  purgeAbandoned: purgeAbandoned(ports),
  rotateSigningKeys: rotateSigningKeys(ports),
});
export type UseCases = ReturnType<typeof createUseCases>;
