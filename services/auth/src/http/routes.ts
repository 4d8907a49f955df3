import { authInternalRoutes, authRoutes, usersRoutes } from '@kumbuka/contracts';
import { handle, type HandledRoute } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';
import {
  accessView,
  accountSnapshotView,
  accountView,
  codeView,
  loggedInView,
  operatorView,
  resetView,
  signedUpView,
} from './views.ts';

interface CodeBody {
  email: string;
  otp_id: string;
  code: string;
}
const codeIn = ({ email, otp_id, code }: CodeBody) => ({ email, otpId: otp_id, code });

export const routes = (useCases: UseCases): HandledRoute[] => [
  handle(authRoutes.signUp, ({ body, ...client }) => useCases.signUp(body, client), signedUpView),
  handle(authRoutes.endSignUp, ({ body, ip }) => useCases.endSignUp(body, ip)),
  handle(authRoutes.logIn, ({ body, ...client }) => useCases.logIn(body, client), loggedInView),
  handle(
    authRoutes.requestVerificationCode,
    ({ body, ip }) => useCases.requestVerificationCode(body, ip),
    codeView,
  ),
  handle(
    authRoutes.verifyCode,
    ({ body, ...client }) =>
      useCases.verifyCode(
        { ...codeIn(body), password: body.password, signUpProof: body.signup_proof },
        client,
      ),
    accessView,
  ),
  handle(
    authRoutes.requestPasswordReset,
    ({ body, ip }) => useCases.requestPasswordReset(body, ip),
    codeView,
  ),
  handle(
    authRoutes.resetPassword,
    ({ body, ...client }) =>
      useCases.resetPassword({ ...codeIn(body), newPassword: body.new_password }, client),
    resetView,
  ),
  handle(authInternalRoutes.checkPassword, ({ body }) => useCases.checkPassword(body.password)),
  handle(authRoutes.logOut, ({ principal }) => useCases.logOut(principal)),
  handle(authRoutes.logOutEverywhere, ({ principal }) => useCases.logOutEverywhere(principal)),
  handle(authRoutes.refreshAccess, ({ principal }) => useCases.refreshAccess(principal), accessView),
  handle(authRoutes.readAccount, ({ principal }) => useCases.readAccount(principal), accountView),
  handle(
    usersRoutes.readAccounts,
    ({ body }) => useCases.readAccounts(body.userIds),
    (accounts) => ({ accounts: accounts.map(accountSnapshotView) }),
  ),
  handle(
    usersRoutes.findAccounts,
    ({ body }) => useCases.findByEmail(body.emails),
    (found) => ({ found }),
  ),
  handle(
    usersRoutes.createDemoAccounts,
    ({ body: { expiresAt, ...batch } }) =>
      useCases.createDemoAccounts({ ...batch, expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    (users) => ({ users }),
  ),
  handle(
    usersRoutes.grantRole,
    ({ body }) => useCases.grantRole(body.email, body.role),
    ({ account, changed }) => ({ ...operatorView(account), changed }),
  ),
  handle(
    usersRoutes.listOperators,
    () => useCases.listOperators(),
    (operators) => ({ operators: operators.map(operatorView) }),
  ),
  handle(
    usersRoutes.listAccounts,
    ({ query }) => useCases.listAccounts(query.after),
    (userIds) => ({ userIds }),
  ),
  handle(authInternalRoutes.readJwks, () => useCases.readJwks()),
  handle(authInternalRoutes.readRevocations, ({ query: { after, at } }) =>
    useCases.readRevocations(after ?? null, new Date(at ?? 0)),
  ),
  handle(
    authInternalRoutes.readLanguage,
    ({ params }) => useCases.readLanguage(params.id),
    (language) => ({ language }),
  ),
  handle(
    authInternalRoutes.sendMail,
    ({ body }) => useCases.sendMail(body),
    (status) => ({ status }),
  ),
  handle(
    authInternalRoutes.sendPush,
    ({ body }) => useCases.sendPush(body),
    (status) => ({ status }),
  ),
  handle(
    authInternalRoutes.provePassword,
    ({ body: { password, ...shown } }) => useCases.provePassword(shown, password),
    () => undefined,
  ),
  handle(authInternalRoutes.closeAccount, ({ params }) => useCases.closeAccount(params.id)),
  handle(authInternalRoutes.notePresence, ({ body }) =>
    useCases.notePresence(body.seen.map(({ at, ...seen }) => ({ ...seen, at: new Date(at) }))),
  ),
];
