import { authRoutes } from '@kumbuka/contracts';
import { handle, type HandledRoute } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';
import { accessView, accountView, codeView, loggedInView, resetView, signedUpView } from './views.ts';

interface CodeBody {
  email: string;
  otp_id: string;
  code: string;
}
const givenCode = ({ email, otp_id, code }: CodeBody) => ({ email, otpId: otp_id, code });

export const routes = (does: UseCases): HandledRoute[] => [
  handle(authRoutes.signUp, async ({ body, clientAddress }) =>
    signedUpView(await does.signUp(body, clientAddress)),
  ),
  handle(authRoutes.logIn, async ({ body, clientAddress }) =>
    loggedInView(await does.logIn(body, clientAddress)),
  ),
  handle(authRoutes.requestCode, async ({ body, clientAddress }) =>
    codeView(await does.requestCode(body, clientAddress)),
  ),
  handle(authRoutes.verifyCode, async ({ body }) => accessView(await does.verifyCode(givenCode(body)))),
  handle(authRoutes.forgotPassword, async ({ body, clientAddress }) =>
    codeView(await does.forgotPassword(body, clientAddress)),
  ),
  handle(authRoutes.resetPassword, async ({ body }) =>
    resetView(await does.resetPassword({ ...givenCode(body), newPassword: body.new_password })),
  ),
  handle(authRoutes.logOut, ({ principal }) => does.logOut(principal)),
  handle(authRoutes.logOutEverywhere, ({ principal }) => does.logOutEverywhere(principal)),
  handle(authRoutes.refreshAccess, async ({ principal }) => accessView(await does.refreshAccess(principal))),
  handle(authRoutes.readAccount, async ({ principal }) => accountView(await does.readAccount(principal))),
];
