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
  handle(authRoutes.signUp, async ({ body, ip }) => signedUpView(await does.signUp(body, ip))),
  handle(authRoutes.logIn, async ({ body, ip }) => loggedInView(await does.logIn(body, ip))),
  handle(authRoutes.requestCode, async ({ body, ip }) => codeView(await does.requestCode(body, ip))),
  handle(authRoutes.verifyCode, async ({ body }) => accessView(await does.verifyCode(givenCode(body)))),
  handle(authRoutes.forgotPassword, async ({ body, ip }) => codeView(await does.forgotPassword(body, ip))),
  handle(authRoutes.resetPassword, async ({ body }) =>
    resetView(await does.resetPassword({ ...givenCode(body), newPassword: body.new_password })),
  ),
  handle(authRoutes.logOut, ({ principal }) => does.logOut(principal)),
  handle(authRoutes.logOutEverywhere, ({ principal }) => does.logOutEverywhere(principal)),
  handle(authRoutes.refreshAccess, async ({ principal }) => accessView(await does.refreshAccess(principal))),
  handle(authRoutes.readAccount, async ({ principal }) => accountView(await does.readAccount(principal))),
];
