import type { ApolloClient, TypedDocumentNode } from '@apollo/client';
import {
  ChangeLanguageDocument,
  ChangeThemeDocument,
  CurrentViewerDocument,
  EndSignUpDocument,
  LogOutDocument,
  RefreshAccessDocument,
  RenewAccessDocument,
  SetTimezoneDocument,
  type Language as AccountLanguage,
  type Theme as AccountTheme,
  type ViewerPartsFragment,
} from './auth.generated.ts';
import { createVisitorApi, type SendMutation, type VisitorApi } from './account-calls.ts';
import { visitorMutations } from './visitor-mutations.ts';

export type Viewer = ViewerPartsFragment;

/** Calls of the account screens. */
export interface AuthApi extends VisitorApi {
  viewer: () => Promise<Viewer>;
  /** Deletes an unverified account by the token of the email's link. */
  endSignUp: (token: string) => Promise<void>;
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
  const anonymous = { isAnonymous: true };
  const change = async <Data, Input>(
    mutation: TypedDocumentNode<Data, { input: Input }>,
    input: Input,
    context = {},
  ) => {
    const { data } = await client.mutate({ mutation, variables: { input }, context });
    return data;
  };
  const send: SendMutation = async (name, input, context) => {
    const document = visitorMutations[name] as TypedDocumentNode<Awaited<ReturnType<typeof send>>, object>;
    const data = await change(document, input, context);
    if (!data) throw new Error(`No data came with ${name}`);
    return data;
  };
  return {
    ...createVisitorApi(send),
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
    endSignUp: async (token) => void (await change(EndSignUpDocument, { token }, anonymous)),
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
