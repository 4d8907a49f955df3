import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { chosenLanguage } from './chosen-language.ts';
import { chunkFiles } from './chunk-files.ts';
import { literal } from './literal.ts';
import { pageScript } from './page-script.ts';
import { runClient } from './run-client.ts';
import { tokenKeys } from './token-keys.ts';

const dist = join(import.meta.dirname, '../dist');

/** What `src/prerender.tsx` exports for each language. */
interface PrerenderedPage {
  language: string;
  title: string;
  html: string;
}

/** Hides the page when a user is signed in or chose another language. Runs before the first paint. */
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

/** Removes style attributes, because the content security policy forbids them. */
const withoutStyleAttributes = (html: string) => html.replaceAll(/ style="--Paper-[^"]*"/g, '');

interface Rendered {
  styles: string;
  html: string;
}

/** Moves emotion's style rules from the body to the head, so that they apply at the first paint. */
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

/** Replaces the only match. Throws when there is none or more than one. */
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

/** The shell is hidden until a script shows it. The part below the bar waits for its texts, so that nothing moves. */
const shellStyles = `#shell{display:none}html[data-shell] #shell{display:block}
html:not([data-shell='filled']) #shell main{visibility:hidden}`;

/** Fills the shell for a signed-in person, after the early requests. `src/main.tsx` replaces the shell. */
const nameShell = `(greetings) => {
  try {
    const page = document.documentElement;
    if (!window.earlyRequests) return;
    page.dataset.shell = 'shown';
    earlyRequests[0].response
      .then((response) => response.clone().json())
      .then(({ data }) => {
        const name = data?.viewer?.username?.trim();
        const heading = document.querySelector('#shell h1');
        if (!name || !heading) return;
        heading.textContent = greetings[new Date().getHours()] + ', ' + name;
        page.dataset.shell = 'filled';
      })
      .catch(() => {});
  } catch {}
}`;

/** What `src/prerender.tsx` exports for each language and route with a shell. */
interface Shell {
  route: string;
  language: string;
  html: string;
  /** Texts that the route's script chooses from. */
  texts: unknown;
}

/** Script of a route that shows its shell: a function of the shell's texts. */
type ShellScripts = Record<string, string>;

async function shellScripts(): Promise<ShellScripts> {
  const session = await pageScript('src/features/study/session/early/page-script.ts', 'session');
  const showCard = `(texts) => { ${session} session.showFirstCard(texts).catch(() => {}); }`;
  return { '/dashboard': nameShell, '/study/due': showCard, '/study/:deckId': showCard };
}

const variables = /(--[\w-]+):[^;{}]*;/g;

/** Removes variables of the theme that no rule uses, which are most of them. */
function withUsedVariables(css: string): string {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  return css.replaceAll(variables, (declaration, name: string) => (used.has(name) ? declaration : ''));
}

/** The styles of the shell are removed with it; the client has its own. */
const plainStyles = (styles: string) =>
  withUsedVariables(styles.replaceAll(/<style [^>]*>|<\/style>/g, '')) + shellStyles;

/** Only where the visitor's language is that of the shell. */
const shellScript = (script: string, texts: unknown) =>
  `<script nonce="__CSP_NONCE__">${chosenLanguage} === document.documentElement.lang && (${script})(${literal(texts)})</script>`;

/** A shell is inert: the keyboard does not reach into it, and screen readers read only the client. */
function shellParts({ html, texts }: Shell, script: string) {
  const { styles, html: body } = takeStylesOut(withoutStyleAttributes(html));
  const own = `<style id="shell-styles" nonce="__CSP_NONCE__">${plainStyles(styles)}</style>`;
  return { head: own + shellScript(script, texts), body: `<div id="shell" inert>${body}</div>` };
}

/** Route -> language -> what the page has in its head and body. */
async function shellsByRoute(shells: Shell[]) {
  const scripts = await shellScripts();
  const routes: Record<string, Record<string, ReturnType<typeof shellParts>>> = {};
  for (const shell of shells) {
    const script = scripts[shell.route];
    if (script === undefined) throw new Error(`The shell of ${shell.route} has no script.`);
    (routes[shell.route] ??= {})[shell.language] = shellParts(shell, script);
  }
  return routes;
}

/** Writes `landing.<language>.html`, readable before any script and without it, and the shells of other screens. */
async function writePages() {
  const { pages, shells } = await runClient<{ pages: PrerenderedPage[]; shells: Shell[] }>(
    'src/prerender.tsx',
  );
  writeFileSync(join(dist, '.vite/shells.json'), JSON.stringify(await shellsByRoute(shells)));
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
