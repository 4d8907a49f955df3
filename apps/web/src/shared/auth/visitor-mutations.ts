import {
  LogInDocument,
  RequestPasswordResetDocument,
  RequestVerificationCodeDocument,
  ResetPasswordDocument,
  SignUpDocument,
  VerifyCodeDocument,
} from './auth.generated.ts';

/** Documents of what visitors send, by name. */
export const visitorMutations = {
  SignUp: SignUpDocument,
  LogIn: LogInDocument,
  RequestVerificationCode: RequestVerificationCodeDocument,
  VerifyCode: VerifyCodeDocument,
  RequestPasswordReset: RequestPasswordResetDocument,
  ResetPassword: ResetPasswordDocument,
};
