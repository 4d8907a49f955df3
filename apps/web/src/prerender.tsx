import createCache from '@emotion/cache';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { App } from './app/app.tsx';
import { routes } from './app/router.tsx';
import { landingTitle } from './features/landing/landing-page.tsx';
import { languages, speak, type Language } from './shared/i18n/i18n.ts';
import { documentTitle } from './shared/lib/page-title.ts';

async function prerender(language: Language) {
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error('The landing page redirects.');
  if (context.errors) throw Object.values(context.errors)[0];
  await speak(language);
  const styles = createCache({ key: 'k', nonce: '__CSP_NONCE__' });
  const html = renderToString(
    <App styles={styles}>
      <StaticRouterProvider
        router={createStaticRouter(dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </App>,
  );
  return { language, title: documentTitle(landingTitle()), html };
}

/**
 * The landing page as a visitor sees it who is not signed in, in every language; the build puts it into `index.html`.
 * One after the other: the language is the same for the whole module.
 */
export const pages: Awaited<ReturnType<typeof prerender>>[] = [];
for (const language of languages) pages.push(await prerender(language));
