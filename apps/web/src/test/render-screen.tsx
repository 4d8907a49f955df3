import { ApolloClient, ApolloLink, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { ThemeProvider } from '@mui/material/styles';
import { render } from '@testing-library/react';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { createCache } from '../shared/apollo/client.ts';
import { theme } from '../shared/theme/theme.ts';
import type { AuthApi, Viewer } from '../shared/auth/auth-api.ts';
import { AuthProvider } from '../shared/auth/auth-context.tsx';
import { usualPreferences } from '../shared/study/study-preferences.ts';
import { Announcer } from '../shared/ui/states/announcer.tsx';
import { Snackbars } from '../shared/ui/states/snackbars.tsx';

/** Functions that return the response to an operation, by its name. */
export type Responses = Record<string, (variables: never, context: never) => unknown>;

/** An error as a service sends it. */
export const refusal = (code: string, message: string) => ({ message, extensions: { code } });
type Refusal = ReturnType<typeof refusal> & { data?: Record<string, unknown> };

/** Response of a gateway one of whose services fails: null in its fields, and the error. */
export const partOf = (data: Record<string, unknown>): Refusal => ({
  ...refusal('UNAVAILABLE', 'Down'),
  data,
});

/** The same error as Apollo Client throws it. */
export const refused = (code: string, message: string) =>
  new CombinedGraphQLErrors({ errors: [refusal(code, message)] });

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'extensions' in value;

/** Apollo Client with a mocked server: each operation name has its response, which may be a `refusal`. */
export function createTestClient(responses: Responses) {
  const link = new ApolloLink(
    ({ operationName, variables, getContext }) =>
      new Observable((observer) => {
        const respond = responses[operationName ?? ''];
        if (!respond) throw new Error(`No response for ${operationName}`);
        const reply = async () => {
          const data = await respond(variables as never, getContext() as never);
          if (isRefusal(data)) observer.next({ data: data.data ?? null, errors: [data] });
          else observer.next({ data: data as Record<string, unknown> });
          observer.complete();
        };
        reply().catch((error: unknown) => observer.error(error));
      }),
  );
  return new ApolloClient({
    link,
    cache: createCache(),
    defaultOptions: {
      watchQuery: { errorPolicy: 'all' },
      query: { fetchPolicy: 'network-only', errorPolicy: 'none' },
    },
  });
}

/** Stats of a learner in Nairobi, with the usual preferences. */
export const someStats = {
  streak: 1,
  xp: 10,
  nextLevelXp: 200,
  level: 1,
  targetDays: 3,
  completedDays: 1,
  timezone: 'Africa/Nairobi',
  dayStartHour: 4,
  latestStudyDay: null,
  zoneFollowsDevice: false,
  ...usualPreferences,
  rememberPercent: 90,
  longestInterval: 36_500,
  weights: null,
};

export const asha: Viewer = {
  id: '7',
  email: 'asha@example.com',
  username: 'asha',
  isDemo: false,
  role: 'LEARNER',
  theme: null,
  language: null,
  stats: null,
};

const never = () => Promise.reject(new Error('not expected in this test'));

/** Account calls. They reject unless a test replaces them. */
export function anAuthApi(calls: Partial<AuthApi> = {}): AuthApi {
  return {
    viewer: async () => asha,
    signUp: never,
    endSignUp: never,
    logIn: never,
    requestCode: never,
    verifyCode: never,
    requestReset: never,
    resetPassword: never,
    refresh: never,
    renew: () => Promise.reject(refused('UNAUTHENTICATED', 'Please sign in.')),
    setTimezone: async () => {},
    changeTheme: async () => {},
    changeLanguage: async () => {},
    logOut: async () => {},
    ...calls,
  };
}

interface ScreenOptions {
  screen: ReactNode;
  api?: AuthApi;
  responses?: Responses;
  at?: string;
  /** Router state from the previous screen. */
  state?: unknown;
  path?: string;
  others?: readonly RouteObject[];
}

/** A screen with everything that stands above it in the app; other addresses show their path as text. */
export function renderScreen({
  screen,
  api = anAuthApi(),
  responses = {},
  at = '/',
  state,
  path = at,
  others = [],
}: ScreenOptions) {
  const routes = [{ path, element: screen }, ...others, { path: '*', element: <p>elsewhere</p> }];
  const router = createMemoryRouter(routes, {
    initialEntries: state === undefined ? [at] : [{ pathname: at, state }],
  });
  render(
    <ThemeProvider theme={theme}>
      <ApolloProvider client={createTestClient(responses)}>
        <Announcer>
          <AuthProvider api={api}>
            <Snackbars>
              <RouterProvider router={router} />
            </Snackbars>
          </AuthProvider>
        </Announcer>
      </ApolloProvider>
    </ThemeProvider>,
  );
  return { router };
}
