import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { chosenLanguage } from './chosen-language.ts';
import { chunkFiles } from './chunk-files.ts';
import { runClient } from './run-client.ts';
import { tokenKeys } from './token-keys.ts';

const dist = join(import.meta.dirname, '../dist');

/** What `src/prerender.tsx` exports for each language. */
interface PrerenderedPage {
  language: string;
  title: string;
  html: string;
}

/** Hides the page from who gets another one: who is signed in, or chose another language. Runs before the first paint. */
const hideFromOthers = `(() => {
  const page = document.documentElement;
  let isOther = false;
  try {
    const language = localStorage.getItem('kumbuka.language');
    isOther =
      (language !== null && language !== page.lang) ||
      ${JSON.stringify(tokenKeys)}.some((key) => localStorage.getItem(key));
  } catch {}
  page.dataset.prerendered = isOther ? 'hidden' : 'shown';
})();`;

/** Style attributes do not pass the policy of the page, and here none is needed. */
const withoutStyleAttributes = (html: string) => html.replaceAll(/ style="--Paper-[^"]*"/g, '');

interface Rendered {
  styles: string;
  html: string;
}

/** Takes the rules out of the page, where emotion puts them before each element, so that nothing is laid out before them. */
function takeStylesOut(page: string): Rendered {
  const globals: string[] = [];
  const ids: string[] = [];
  const rules: string[] = [];
  const html = page.replaceAll(
    /<style data-emotion="k(-global)? ([^"]+)" nonce="[^"]*">([^<]*)<\/style>/g,
    (element, isGlobal: string | undefined, id: string, css: string) => {
      if (isGlobal) globals.push(element);
      else {
        ids.push(id);
        rules.push(css);
      }
      return '';
    },
  );
  const own = `<style data-emotion="k ${ids.join(' ')}" nonce="__CSP_NONCE__">${rules.join('')}</style>`;
  return { styles: [...globals, own].join(''), html };
}

/** Replaces exactly one place. */
function replaceOnce(text: string, place: RegExp | string, by: string): string {
  if (text.split(place).length !== 2) throw new Error(`index.html has no single ${String(place)}`);
  return text.replace(place, () => by);
}

function pageOf(index: string, manifest: Manifest, { language, title, html }: PrerenderedPage): string {
  const messageFiles = language === 'en' ? [] : ['shared', 'landing'];
  const modules = [
    'index.html',
    'src/features/landing/landing-page.tsx',
    ...messageFiles.map((area) => `src/locales/${language}/${area}.po`),
  ];
  const [app = '', ...ahead] = chunkFiles(manifest, modules).map((file) => `/${file}`);
  const script =
    `<script type="module" src="/${manifest['src/landing.ts']?.file}"` +
    ` data-app="${app}" data-ahead="${ahead.join(' ')}"></script>`;
  const { styles, html: body } = takeStylesOut(withoutStyleAttributes(html));
  const edits: [place: RegExp | string, by: string][] = [
    ['<html lang="en"', `<html lang="${language}"`],
    [/<title>[^<]*<\/title>/, `<title>${title}</title>`],
    [/<noscript>[^]*<\/noscript>/, ''],
    [/<script type="module" [^>]*src="\/assets\/index-[^>]*><\/script>/, script],
    ['</head>', `${styles}<script nonce="__CSP_NONCE__">${hideFromOthers}</script></head>`],
    ['<div id="root"></div>', `<div id="root">${body}</div>`],
  ];
  return edits.reduce(
    (page, [place, by]) => replaceOnce(page, place, by),
    index.replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, ''),
  );
}

/** Hidden until a script decides; what is below the bar waits for the name in the heading, so that nothing moves. */
const shellStyles = `#shell{display:none}html[data-shell] #shell{display:block}
html:not([data-shell='named']) #shell main{visibility:hidden}`;

/** Runs in the page of a person who is signed in, after the early requests; `src/main.tsx` replaces the shell. */
const nameShell = `(greetings) => {
  try {
    const page = document.documentElement;
    if (${chosenLanguage} !== page.lang || !window.earlyRequests) return;
    page.dataset.shell = 'shown';
    earlyRequests[0].response
      .then((response) => response.clone().json())
      .then(({ data }) => {
        const name = data?.viewer?.username?.trim();
        const heading = document.querySelector('#shell h1');
        if (!name || !heading) return;
        heading.textContent = greetings[new Date().getHours()] + ', ' + name;
        page.dataset.shell = 'named';
      })
      .catch(() => {});
  } catch {}
}`;

/** What `src/prerender.tsx` exports of the dashboard for each language. */
interface Shell {
  language: string;
  html: string;
  greetings: string[];
}

const variables = /(--[\w-]+):[^;{}]*;/g;

/** Leaves out the theme's variables that nothing in the rules uses: most of them. */
function withUsedVariables(css: string): string {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  return css.replaceAll(variables, (declaration, name: string) => (used.has(name) ? declaration : ''));
}

/** The client brings its own styles; those of the shell go away with it. */
const plainStyles = (styles: string) =>
  withUsedVariables(styles.replaceAll(/<style [^>]*>|<\/style>/g, '')) + shellStyles;

function shellParts({ html, greetings }: Shell) {
  const { styles, html: body } = takeStylesOut(withoutStyleAttributes(html));
  const own = `<style id="shell-styles" nonce="__CSP_NONCE__">${plainStyles(styles)}</style>`;
  const script = `<script nonce="__CSP_NONCE__">(${nameShell})(${JSON.stringify(greetings)})</script>`;
  return { head: own + script, body: `<div id="shell">${body}</div>` };
}

/** Writes `landing.<language>.html`, readable before any script and without it, and the shell of the dashboard. */
async function writePages() {
  const { pages, shells } = await runClient<{ pages: PrerenderedPage[]; shells: Shell[] }>(
    'src/prerender.tsx',
  );
  const dashboard = Object.fromEntries(shells.map((shell) => [shell.language, shellParts(shell)]));
  writeFileSync(join(dist, '.vite/shells.json'), JSON.stringify({ '/dashboard': dashboard }));
  const index = readFileSync(join(dist, 'index.html'), 'utf8');
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  for (const page of pages)
    writeFileSync(join(dist, `landing.${page.language}.html`), pageOf(index, manifest, page));
}

export const prerendered: Plugin = {
  name: 'kumbuka:prerendered',
  apply: 'build',
  closeBundle: { sequential: true, order: 'post', handler: writePages },
};
