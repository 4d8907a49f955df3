import { cleanup } from '@testing-library/react';
import { print } from 'graphql';
import type { ReactNode } from 'react';
import { ForgotPage } from '../../features/account/forgot-page.tsx';
import { LoginPage } from '../../features/account/login-page.tsx';
import { runForgot } from '../../features/account/page/forgot-script.ts';
import { runLogin } from '../../features/account/page/login-script.ts';
import { sendBy } from '../../features/account/page/send-mutation.ts';
import { runSignup } from '../../features/account/page/signup-script.ts';
import type { AccountPage } from '../../features/account/page/start-page.ts';
import { SignupPage } from '../../features/account/signup-page.tsx';
import { createVisitorApi } from '../../shared/auth/account-calls.ts';
import { visitorMutations } from '../../shared/auth/visitor-mutations.ts';
import { showBuiltPage } from '../built-page.tsx';
import { renderRoutes } from '../render-routes.tsx';

const mutations = Object.entries(visitorMutations).map(([name, mutation]) => [name, print(mutation)]);
const api = createVisitorApi(sendBy(Object.fromEntries(mutations)));

const builtPages: Record<string, { screen: ReactNode; run: (page: AccountPage) => void }> = {
  '/signup': { screen: <SignupPage />, run: runSignup },
  '/login': { screen: <LoginPage />, run: runLogin },
  '/forgot-password': { screen: <ForgotPage />, run: runForgot },
};

/** Closes the open page. */
let close = () => {};

/** Shows the document of an address in place of the open one, as a browser does: a built page, or the client. */
export function openSite(at: string): void {
  close();
  const built = builtPages[at];
  if (built) {
    close = showBuiltPage(built.screen, built.run, { api, leave: openSite });
    return;
  }
  const router = renderRoutes(at);
  const stop = router.subscribe(({ location: { pathname } }) => pathname in builtPages && openSite(pathname));
  close = () => {
    stop();
    cleanup();
  };
}

export const closeSite = () => close();
