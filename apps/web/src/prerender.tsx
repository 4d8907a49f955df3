import createCache from '@emotion/cache';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  MemoryRouter,
  StaticRouterProvider,
} from 'react-router-dom';
import { App } from './app/app.tsx';
import { routes } from './app/router.tsx';
import { landingTitle } from './features/landing/landing-page.tsx';
import { languages, activateLanguage, withMessages, type Language } from './shared/i18n/i18n.ts';
import { documentTitle } from './shared/format/page-title.ts';

function htmlOf(screen: ReactNode): string {
  const styles = createCache({ key: 'k', nonce: '__CSP_NONCE__' });
  return renderToString(<App styles={styles}>{screen}</App>);
}

async function prerender(language: Language) {
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error('The landing page redirects.');
  if (context.errors) throw Object.values(context.errors)[0];
  await activateLanguage(language);
  const html = htmlOf(
    <StaticRouterProvider
      router={createStaticRouter(dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  );
  return { language, title: documentTitle(landingTitle()), html };
}

/**
 * The landing page of signed-out visitors in every language; the build puts it into `index.html`. Languages are rendered
 * one after the other, because the whole module has one language at a time.
 */
export const pages: Awaited<ReturnType<typeof prerender>>[] = [];
for (const language of languages) pages.push(await prerender(language));

const dashboard = import('./features/dashboard/dashboard-shell.tsx');
const session = import('./features/study/session/early/session-shell.tsx');
const words = import('./features/study/session/state/session-words.ts');

/** Screens of a language as they are before their script, with the texts that the page chooses from. */
async function shellsOf(language: Language) {
  const { DashboardShell, greetings } = await withMessages('dashboard', dashboard);
  const { SessionShell } = await withMessages('study', session);
  const { sessionWords } = await words;
  await activateLanguage(language);
  const shell = (route: string, screen: ReactNode, texts: unknown) => ({
    route,
    language,
    html: htmlOf(<MemoryRouter>{screen}</MemoryRouter>),
    texts,
  });
  return [
    shell('/dashboard', <DashboardShell />, greetings()),
    shell('/study/due', <SessionShell isOfOneDeck={false} />, sessionWords()),
    shell('/study/:deckId', <SessionShell isOfOneDeck />, sessionWords()),
  ];
}

/** Shells of all routes that have one, in every language. */
export const shells: Awaited<ReturnType<typeof shellsOf>> = [];
for (const language of languages) shells.push(...(await shellsOf(language)));
