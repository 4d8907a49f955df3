import { authRoutes } from '@kumbuka/contracts';
import { inputOf, optional } from '@kumbuka/service-kit';
import { z } from 'zod';

/** Arguments of the schema: the rules of REST with the names of GraphQL. */
const { email: newEmail, username, password } = authRoutes.signUp.body.shape;
const { email, otp_id: otpId, code, new_password: newPassword } = authRoutes.resetPassword.body.shape;
const signUpPassword = optional(authRoutes.verifyCode.body.shape.password);
const signUpProof = optional(authRoutes.verifyCode.body.shape.signup_proof);

const { password: anyPassword } = authRoutes.logIn.body.shape;
/** By the names of the schema. */
const themesByName = { DARK: 'dark', LIGHT: 'light', SYSTEM: 'system' } as const;
const theme = z.enum(['DARK', 'LIGHT', 'SYSTEM']).transform((name) => themesByName[name]);
/** By the names of the schema. */
const languagesByName = { EN: 'en', SW: 'sw' } as const;
const language = z.enum(['EN', 'SW']).transform((name) => languagesByName[name]);
const sessionId = z.string().min(1).max(100);

export const nothing = z.object({});
export const signUpArguments = inputOf({ email: newEmail, username, password });
export const endSignUpArguments = inputOf(authRoutes.endSignUp.body.shape);
export const logInArguments = inputOf(authRoutes.logIn.body.shape);
export const codeRequestArguments = inputOf({ email });
export const verifyCodeArguments = inputOf({ email, otpId, code, password: signUpPassword, signUpProof });
export const resetPasswordArguments = inputOf({ email, otpId, code, newPassword });
export const renewAccessArguments = inputOf({ token: z.string().min(1).max(4_000) });
export const changeUsernameArguments = inputOf({ username });
export const changeThemeArguments = inputOf({ theme });
export const changeLanguageArguments = inputOf({ language });
export const changePasswordArguments = inputOf({ currentPassword: anyPassword, newPassword });
export const requestEmailChangeArguments = inputOf({ newEmail, password: anyPassword });
export const changeEmailArguments = inputOf({ newEmail: email, otpId, code });
const keyText = z.string().min(1).max(200);
export const allowPushArguments = inputOf({
  endpoint: z.string().max(1_000),
  p256dh: keyText,
  auth: keyText,
});
export const logOutSessionArguments = inputOf({ sessionId });
