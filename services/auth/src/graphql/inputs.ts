import { authRoutes } from '@kumbuka/contracts';
import { z } from 'zod';

/** Arguments of the schema, with the rules of REST and the names of GraphQL. */
const { email, username, password } = authRoutes.signUp.body.shape;
const { otp_id: otpId, code, new_password: newPassword } = authRoutes.resetPassword.body.shape;
/** GraphQL's null means the same as left out. */
const knownPassword = authRoutes.verifyCode.body.shape.password
  .nullish()
  .transform((given) => given ?? undefined);

const named = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ input: z.object(shape) });

const { password: anyPassword } = authRoutes.logIn.body.shape;
const sessionId = z.string().min(1).max(100);

export const nothing = z.object({});
export const signUpArguments = named({ email, username, password });
export const logInArguments = named(authRoutes.logIn.body.shape);
export const codeRequestArguments = named({ email });
export const verifyCodeArguments = named({ email, otpId, code, password: knownPassword });
export const resetPasswordArguments = named({ email, otpId, code, newPassword });
export const changeUsernameArguments = named({ username });
export const changePasswordArguments = named({ currentPassword: anyPassword, newPassword });
export const requestEmailChangeArguments = named({ newEmail: email, password: anyPassword });
export const changeEmailArguments = named({ newEmail: email, otpId, code });
export const logOutSessionArguments = named({ sessionId });
