import type { ApolloClient, TypedDocumentNode } from '@apollo/client';
import {
  ChangeLanguageDocument,
  ChangeThemeDocument,
  CurrentViewerDocument,
  EndSignUpDocument,
  LogInDocument,
  LogOutDocument,
  RefreshAccessDocument,
  RenewAccessDocument,
  RequestPasswordResetDocument,
  RequestVerificationCodeDocument,
  ResetPasswordDocument,
  SetTimezoneDocument,
  SignUpDocument,
  VerifyCodeDocument,
  type CodeRequestStatus,
  type ResetPasswordInput,
  type SignUpInput,
  type Language as AccountLanguage,
  type Theme as AccountTheme,
  type VerifyCodeInput,
  type ViewerPartsFragment,
} from './auth.generated.ts';
import { createCreationKey } from '../apollo/creation-key.ts';

export type Viewer = ViewerPartsFragment;

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

/** Calls of the account screens. */
export interface AuthApi {
  viewer: () => Promise<Viewer>;
  /** Creates an account and returns the proof of the sign-up, which is sent with the code. */
  signUp: (input: SignUpInput) => Promise<string>;
  /** Deletes an unverified account by the token of the email's link. */
  endSignUp: (token: string) => Promise<void>;
  logIn: (input: Credentials) => Promise<string | null>;
  requestCode: (email: string) => Promise<CodeReply>;
  verifyCode: (input: VerifyCodeInput) => Promise<Verified | null>;
  requestReset: (email: string) => Promise<CodeReply>;
  resetPassword: (input: ResetPasswordInput) => Promise<string | null>;
  refresh: () => Promise<string | null>;
  /** Exchanges a token that may have expired; rejects when the sign-in is over. */
  renew: (token: string) => Promise<string>;
  /** Sets the zone of the study days; other devices no longer change it. */
  setTimezone: (timezone: string) => Promise<void>;
  /** Saves the theme in the account. */
  changeTheme: (theme: AccountTheme) => Promise<void>;
  /** Saves the language in the account. */
  changeLanguage: (language: AccountLanguage) => Promise<void>;
  logOut: () => Promise<void>;
}

/** Nothing is shown before the user is loaded, so a hanging call is reported and repeated sooner than others. */
const viewerTimeoutMs = 5000;

/** The account calls on GraphQL; every one of them rejects with the client's error. */
export function createAuthApi(client: ApolloClient): AuthApi {
  const account = createCreationKey();
  const anonymous = { isAnonymous: true };
  const change = async <Data, Input>(
    mutation: TypedDocumentNode<Data, { input: Input }>,
    input: Input,
    context = {},
  ) => {
    const { data } = await client.mutate({ mutation, variables: { input }, context });
    return data;
  };
  return {
    viewer: async () => {
      const context = { fetchOptions: { signal: AbortSignal.timeout(viewerTimeoutMs) } };
      const { data, error } = await client.query({
        query: CurrentViewerDocument,
        errorPolicy: 'all',
        context,
      });
      if (!data?.viewer) throw error ?? new Error('No viewer in the answer');
      return data.viewer;
    },
    signUp: async (input) => {
      const { signUp } = await change(SignUpDocument, input, account.contextFor(input));
      account.made();
      return signUp.signUpProof;
    },
    endSignUp: async (token) => void (await change(EndSignUpDocument, { token }, anonymous)),
    logIn: async (input) => (await change(LogInDocument, input, anonymous)).logIn.accessToken,
    requestCode: async (email) =>
      (await change(RequestVerificationCodeDocument, { email })).requestVerificationCode,
    verifyCode: async (input) => {
      const { accessToken: token, passwordRequired } = (await change(VerifyCodeDocument, input)).verifyCode;
      return token ? { token, passwordRequired } : null;
    },
    requestReset: async (email) =>
      (await change(RequestPasswordResetDocument, { email })).requestPasswordReset,
    resetPassword: async (input) => (await change(ResetPasswordDocument, input)).resetPassword.accessToken,
    refresh: async () => {
      const { data } = await client.mutate({ mutation: RefreshAccessDocument });
      return data?.refreshAccess.accessToken ?? null;
    },
    renew: async (token) => (await change(RenewAccessDocument, { token }, anonymous)).renewAccess.accessToken,
    setTimezone: async (timezone) =>
      void (await change(SetTimezoneDocument, { timezone, zoneFollowsDevice: false })),
    changeTheme: async (theme) => void (await change(ChangeThemeDocument, { theme })),
    changeLanguage: async (language) => void (await change(ChangeLanguageDocument, { language })),
    logOut: async () => void (await client.mutate({ mutation: LogOutDocument })),
  };
}
