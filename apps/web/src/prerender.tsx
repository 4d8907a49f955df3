import createCache from '@emotion/cache';
import { t } from '@lingui/core/macro';
import { print } from 'graphql';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { SkipLink } from './app/skip-link.tsx';
import { visitorMutations } from './shared/auth/visitor-mutations.ts';
import { documentTitle } from './shared/format/page-title.ts';
import { activateLanguage, languages, withMessages, type Language } from './shared/i18n/i18n.ts';
import { MainArea } from './shared/ui/page/main-area.tsx';
import { PublicBar } from './shared/ui/page/public-bar.tsx';

/** When the page of a route starts the client. */
type Start = 'after-data' | 'for-learners' | 'never';

/** What the build makes the page of a route from. */
interface BuiltScreen {
  title: string;
  html: string;
  /** Module of the client whose `start` the page calls with the texts. */
  script: string;
  texts: unknown;
  start: Start;
}

function htmlOf(screen: ReactNode): string {
  const styles = createCache({ key: 'k', nonce: '__CSP_NONCE__' });
  return renderToString(
    <App styles={styles}>
      <MemoryRouter>{screen}</MemoryRouter>
    </App>,
  );
}

const visitorPage = (page: ReactNode) =>
  htmlOf(
    <>
      <SkipLink />
      <PublicBar />
      <MainArea>{page}</MainArea>
    </>,
  );

const [landing, signup, login, forgot, dashboard, session, { sessionWords }] = await Promise.all([
  withMessages('landing', import('./features/landing/landing-page.tsx')),
  withMessages('account', import('./features/account/signup-page.tsx')),
  withMessages('account', import('./features/account/login-page.tsx')),
  withMessages('account', import('./features/account/forgot-page.tsx')),
  withMessages('dashboard', import('./features/dashboard/dashboard-shell.tsx')),
  withMessages('study', import('./features/study/session/early/session-shell.tsx')),
  import('./features/study/session/state/session-words.ts'),
]);

const operations = Object.fromEntries(
  Object.entries(visitorMutations).map(([name, mutation]) => [name, print(mutation)]),
);

/** Page of a form, which never has the client. */
const formPage = (title: string, page: ReactNode, script: string): BuiltScreen => ({
  title: documentTitle(title),
  html: visitorPage(page),
  script: `src/features/account/page/${script}.ts`,
  texts: { operations },
  start: 'never',
});

/** Page that shows a learner's screen until the client has its data. */
const learnerPage = (screen: ReactNode, script: string, texts: unknown): BuiltScreen => ({
  title: 'Kumbuka',
  html: htmlOf(screen),
  script,
  texts,
  start: 'after-data',
});

const sessionScript = 'src/features/study/session/early/page-script.ts';

/** The screens of a language that are there before the client, by route. */
const screens = (): Record<string, BuiltScreen> => ({
  '/': {
    title: documentTitle(landing.landingTitle()),
    html: htmlOf(
      <>
        <SkipLink />
        <landing.LandingPage />
      </>,
    ),
    script: 'src/features/landing/page/landing-script.ts',
    texts: {},
    start: 'for-learners',
  },
  '/signup': formPage(signup.signupTitle(), <signup.SignupPage />, 'signup-script'),
  '/login': formPage(login.loginTitle(), <login.LoginPage />, 'login-script'),
  '/forgot-password': formPage(forgot.forgotTitle(), <forgot.ForgotPage />, 'forgot-script'),
  '/dashboard': learnerPage(
    <dashboard.DashboardShell />,
    'src/features/dashboard/dashboard-script.ts',
    dashboard.greetings(),
  ),
  '/study/due': learnerPage(<session.SessionShell isOfOneDeck={false} />, sessionScript, sessionWords()),
  '/study/:deckId': learnerPage(<session.SessionShell isOfOneDeck />, sessionScript, sessionWords()),
});

/** What every page has in its language. */
interface Frame {
  description: string;
  prices: string;
  needsScript: string;
}

const frame = (): Frame => ({
  description: t`Make flashcards, answer from memory, and let the schedule bring each card back just before you would forget it.`,
  prices: t`Five AI prompts a month are free. KES 100 a month by M-Pesa lifts the limit.`,
  needsScript: t`Kumbuka needs JavaScript to show your cards.`,
});

async function prerender(language: Language) {
  await activateLanguage(language);
  return { language, frame: frame(), screens: screens() };
}

/** One after the other, because the whole module has one language at a time. */
export const prerendered: Awaited<ReturnType<typeof prerender>>[] = [];
for (const language of languages) prerendered.push(await prerender(language));
