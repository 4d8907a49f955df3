import { authRoutes } from '@kumbuka/contracts';
import { z } from 'zod';

/** Inputs of the schema, with the rules of REST and the names of GraphQL. */
const { email, username, password } = authRoutes.signUp.body.shape;
const { otp_id: otpId, code, new_password: newPassword } = authRoutes.resetPassword.body.shape;

export const signUpInput = z.object({ email, username, password });
export const logInInput = authRoutes.logIn.body;
export const codeRequestInput = z.object({ email });
export const verifyCodeInput = z.object({ email, otpId, code });
export const resetPasswordInput = z.object({ email, otpId, code, newPassword });
