import createCache from '@emotion/cache';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { App } from './app/app.tsx';
import { routes } from './app/router.tsx';
import { startLanguage } from './shared/i18n/chosen-language.ts';
import { loadMissing } from './shared/browser/browser-support.ts';
import { ignoreDroppedFiles } from './shared/browser/dropped-files.ts';
import { followKeyboard } from './shared/browser/keyboard-inset.ts';
import { tolerateTranslation } from './shared/browser/translated-page.ts';

const root = document.getElementById('root')!;
const page = document.documentElement;
/** The server writes one nonce for each page; styles made at run time carry it, so the policy needs no 'unsafe-inline'. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const styles = createCache({ key: 'k', ...(nonce ? { nonce } : {}) });
const router = createBrowserRouter(routes);

/** A shell with its text may stay longer, because the client behind it is only slow. */
const untilHeadingMs = { shown: 3000, filled: 10_000 } as const;
const untilLoadedMs = 500;

/**
 * Keeps the client out of the page while it has nothing to show, so that the shell is replaced by a screen and not by an
 * empty page. Shell and client are never in the page together.
 */
function behindShell() {
  const shell = document.getElementById('shell');
  if (!shell) return;
  const replace = () => {
    watch.disconnect();
    clearTimeout(timer);
    shell.replaceWith(root);
    document.getElementById('shell-styles')?.remove();
  };
  const isFilled = page.dataset['shell'] === 'filled';
  let timer = setTimeout(replace, untilHeadingMs[isFilled ? 'filled' : 'shown']);
  let hasHeading = false;
  const watch = new MutationObserver(() => {
    if (!root.querySelector('h1')) return;
    if (!root.querySelector('main [aria-busy="true"]')) return replace();
    if (hasHeading) return;
    hasHeading = true;
    clearTimeout(timer);
    timer = setTimeout(replace, untilLoadedMs);
  });
  if (!page.dataset['shell']) return replace();
  root.remove();
  watch.observe(root, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
}

/** Renders the client behind what the page shows. */
function show() {
  tolerateTranslation(document.body);
  ignoreDroppedFiles();
  followKeyboard();
  behindShell();
  createRoot(root).render(
    <StrictMode>
      <App styles={styles}>
        <RouterProvider router={router} />
      </App>
    </StrictMode>,
  );
}

// Without the missing features most of the client still works.
Promise.all([loadMissing(), startLanguage()]).then(show, show);
