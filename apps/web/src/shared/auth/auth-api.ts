import type { ApolloClient } from '@apollo/client';
import {
  ChangeLanguageDocument,
  ChangeThemeDocument,
  CurrentViewerDocument,
  EndSignUpDocument,
  LogInDocument,
  LogOutDocument,
  RefreshAccessDocument,
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
  /** The account has no password: one is to be set by a reset. */
  passwordRequired: boolean;
}

export interface Credentials {
  email: string;
  password: string;
}

/** Calls of the account screens. */
export interface AuthApi {
  viewer: () => Promise<Viewer>;
  /** Creates an account and returns the proof of the sign-up, which goes back with the code. */
  signUp: (input: SignUpInput) => Promise<string>;
  /** Deletes an unverified account by the token of the email's link. */
  endSignUp: (token: string) => Promise<void>;
  logIn: (input: Credentials) => Promise<string | null>;
  requestCode: (email: string) => Promise<CodeReply>;
  verifyCode: (input: VerifyCodeInput) => Promise<Verified | null>;
  requestReset: (email: string) => Promise<CodeReply>;
  resetPassword: (input: ResetPasswordInput) => Promise<string | null>;
  refresh: () => Promise<string | null>;
  /** Sets the zone of the study days for good: no other device moves it. */
  setTimezone: (timezone: string) => Promise<void>;
  /** Keeps the theme with the account. */
  changeTheme: (theme: AccountTheme) => Promise<void>;
  /** Keeps the language with the account. */
  changeLanguage: (language: AccountLanguage) => Promise<void>;
  logOut: () => Promise<void>;
}

/** Nothing is shown before the user is loaded, so a hanging call is reported and repeated sooner than others. */
const viewerPatienceMs = 5000;

/** The account calls on GraphQL; every one of them rejects with the client's error. */
export function createAuthApi(client: ApolloClient): AuthApi {
  const account = createCreationKey();
  return {
    viewer: async () => {
      const context = { fetchOptions: { signal: AbortSignal.timeout(viewerPatienceMs) } };
      const { data, error } = await client.query({
        query: CurrentViewerDocument,
        errorPolicy: 'all',
        context,
      });
      if (!data?.viewer) throw error ?? new Error('No viewer in the answer');
      return data.viewer;
    },
    signUp: async (input) => {
      const context = account.contextFor(input);
      const { data } = await client.mutate({ mutation: SignUpDocument, variables: { input }, context });
      account.made();
      return data.signUp.signUpProof;
    },
    endSignUp: async (token) => {
      const context = { isAnonymous: true };
      const variables = { input: { token } };
      await client.mutate({ mutation: EndSignUpDocument, variables, context });
    },
    logIn: async (input) => {
      const context = { isAnonymous: true };
      const { data } = await client.mutate({ mutation: LogInDocument, variables: { input }, context });
      return data?.logIn.accessToken ?? null;
    },
    requestCode: async (email) => {
      const variables = { input: { email } };
      const { data } = await client.mutate({ mutation: RequestVerificationCodeDocument, variables });
      return data.requestVerificationCode;
    },
    verifyCode: async (input) => {
      const { data } = await client.mutate({ mutation: VerifyCodeDocument, variables: { input } });
      if (!data?.verifyCode.accessToken) return null;
      const { accessToken: token, passwordRequired } = data.verifyCode;
      return { token, passwordRequired };
    },
    requestReset: async (email) => {
      const { data } = await client.mutate({
        mutation: RequestPasswordResetDocument,
        variables: { input: { email } },
      });
      return data.requestPasswordReset;
    },
    resetPassword: async (input) => {
      const { data } = await client.mutate({ mutation: ResetPasswordDocument, variables: { input } });
      return data?.resetPassword.accessToken ?? null;
    },
    refresh: async () => {
      const { data } = await client.mutate({ mutation: RefreshAccessDocument });
      return data?.refreshAccess.accessToken ?? null;
    },
    setTimezone: async (timezone) => {
      const input = { timezone, zoneFollowsDevice: false };
      await client.mutate({ mutation: SetTimezoneDocument, variables: { input } });
    },
    changeTheme: async (theme) => {
      await client.mutate({ mutation: ChangeThemeDocument, variables: { input: { theme } } });
    },
    changeLanguage: async (language) => {
      await client.mutate({ mutation: ChangeLanguageDocument, variables: { input: { language } } });
    },
    logOut: async () => {
      await client.mutate({ mutation: LogOutDocument });
    },
  };
}
