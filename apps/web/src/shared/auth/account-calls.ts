import { createCreationKey } from '../apollo/creation-key.ts';
import type {
  CodeRequestStatus,
  LogInInput,
  LogInMutation,
  RequestPasswordResetMutation,
  RequestVerificationCodeMutation,
  ResetPasswordInput,
  ResetPasswordMutation,
  SignUpInput,
  SignUpMutation,
  VerifyCodeInput,
  VerifyCodeMutation,
} from './auth.generated.ts';

/** Input and data of the mutations of visitors. */
interface Mutations {
  SignUp: [SignUpInput, SignUpMutation];
  LogIn: [LogInInput, LogInMutation];
  RequestVerificationCode: [{ email: string }, RequestVerificationCodeMutation];
  VerifyCode: [VerifyCodeInput, VerifyCodeMutation];
  RequestPasswordReset: [{ email: string }, RequestPasswordResetMutation];
  ResetPassword: [ResetPasswordInput, ResetPasswordMutation];
}

/** Mutation that a visitor sends. */
export type VisitorMutation = keyof Mutations;

interface CallContext {
  /** Sent without the token of this browser. */
  isAnonymous?: boolean;
  headers?: Record<string, string>;
}

/** Sends a mutation; rejects with an error that `errorCode` and `messageOf` read. */
export type SendMutation = <Name extends VisitorMutation>(
  name: Name,
  input: Mutations[Name][0],
  context?: CallContext,
) => Promise<Mutations[Name][1]>;

export interface CodeReply {
  status: CodeRequestStatus;
  otpId: string | null;
  devCode: string | null;
}

/** Response to the right code. */
export interface Verified {
  token: string;
  /** Whether the account has no password and must set one by a reset. */
  passwordRequired: boolean;
}

export interface Credentials {
  email: string;
  password: string;
}

/** Calls of a visitor. */
export interface VisitorApi {
  /** Creates an account and returns the proof of the sign-up, which is sent with the code. */
  signUp: (input: SignUpInput) => Promise<string>;
  logIn: (input: Credentials) => Promise<string | null>;
  requestCode: (email: string) => Promise<CodeReply>;
  verifyCode: (input: VerifyCodeInput) => Promise<Verified | null>;
  requestReset: (email: string) => Promise<CodeReply>;
  resetPassword: (input: ResetPasswordInput) => Promise<string | null>;
}

/** The calls of visitors, over Apollo in the client and over `fetch` in the pages that the build renders. */
export function createVisitorApi(send: SendMutation): VisitorApi {
  const account = createCreationKey();
  return {
    signUp: async (input) => {
      const { signUp } = await send('SignUp', input, account.contextFor(input));
      account.made();
      return signUp.signUpProof;
    },
    logIn: async (input) => (await send('LogIn', input, { isAnonymous: true })).logIn.accessToken,
    requestCode: async (email) => (await send('RequestVerificationCode', { email })).requestVerificationCode,
    verifyCode: async (input) => {
      const { accessToken: token, passwordRequired } = (await send('VerifyCode', input)).verifyCode;
      return token ? { token, passwordRequired } : null;
    },
    requestReset: async (email) => (await send('RequestPasswordReset', { email })).requestPasswordReset,
    resetPassword: async (input) => (await send('ResetPassword', input)).resetPassword.accessToken,
  };
}
