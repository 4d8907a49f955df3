import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { chunkFiles } from './chunk-files.ts';
import { earlyScripts } from './early-requests.ts';
import { literal } from './literal.ts';
import { hideFromLearners, inChosenLanguage, speculation, starts } from './page-head.ts';
import { pageScript } from './page-script.ts';
import { routeModules } from './route-modules.ts';
import { runClient } from './run-client.ts';

const dist = join(import.meta.dirname, '../dist');

type Language = 'en' | 'sw';

/** What `src/prerender.tsx` exports for each language. */
interface Prerendered {
  language: Language;
  frame: { description: string; prices: string; needsScript: string };
  screens: Record<string, BuiltScreen>;
}

interface BuiltScreen {
  title: string;
  html: string;
  script: string;
  texts: unknown;
  start: keyof typeof starts;
}

/** Removes style attributes, because the content security policy forbids them. */
const withoutStyleAttributes = (html: string) => html.replaceAll(/ style="--Paper-[^"]*"/g, '');

/** Moves emotion's style rules from the body to the head, so that they apply at the first paint. */
function takeStylesOut(page: string) {
  const rules = new Set<string>();
  const html = page.replaceAll(
    /<style data-emotion="[^"]*" nonce="[^"]*">([^<]*)<\/style>/g,
    (_element, css: string) => {
      rules.add(css);
      return '';
    },
  );
  return { styles: withUsedVariables([...rules].join(''), html), html };
}

const variables = /(--[\w-]+):[^;{}]*;/g;

/** Removes variables of the theme that neither a rule nor a drawing uses, which are most of them. */
function withUsedVariables(css: string, html: string): string {
  const used = new Set([...`${css}${html}`.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  return css.replaceAll(variables, (declaration, name: string) => (used.has(name) ? declaration : ''));
}

/**
 * A learner's screen is hidden until its script shows it, and inert: the keyboard does not reach into it, and screen readers read
 * only the client. The part below the bar waits for its texts, so that nothing moves.
 */
const learnerStyles = `#shell{display:none}html[data-shell] #shell{display:block}
html:not([data-shell='filled']) #shell main{visibility:hidden}`;
const hidden = `#shell [hidden]{display:none!important}`;

const script = (code: string, attributes = '') =>
  `<script nonce="__CSP_NONCE__"${attributes}>${code}</script>`;

/** Replaces the only match. Throws when there is none or more than one. */
function replaceOnce(text: string, place: RegExp | string, by: string): string {
  if (text.split(place).length !== 2) throw new Error(`index.html has no single ${String(place)}`);
  return text.replace(place, () => by);
}

type Edits = [place: RegExp | string, by: string][];

const edited = (text: string, edits: Edits) =>
  edits.reduce((page, [place, by]) => replaceOnce(page, place, by), text);

const noteWithoutScript = /<noscript>[^]*<\/noscript>/;
const clientScript = /<script type="module" [^>]*src="[^"]*"><\/script>/;

/** index.html in a language, without the client. */
function frameOf(index: string, { language, frame }: Prerendered): string {
  const { description, prices, needsScript } = frame;
  const text = [description, prices, needsScript].map((each) => `<p>${each}</p>`).join('');
  return edited(index.replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, ''), [
    ['<html lang="en"', `<html lang="${language}"`],
    [/content="Make flashcards[^"]*"/, `content="${frame.description}"`],
    [noteWithoutScript, `<noscript><h1>Kumbuka</h1>${text}</noscript>`],
    [clientScript, ''],
  ]);
}

/** Files that a page loads for its client, the entry first. */
type FilesOf = (modules: readonly string[], language: Language) => string[];

/** Loads the client while the rest of the page is read. */
function clientAtOnce([app = '', ...others]: string[]): string {
  const links = others.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`);
  return `<script type="module" crossorigin src="${app}"></script>${links.join('')}`;
}

/** What a page has beside its frame. */
interface Parts {
  /** First in the head. */
  requests: string;
  files: string[];
}

/** A page without a screen of its own before the client. */
const plainPage = (frame: string, { requests, files }: Parts) =>
  edited(frame, [['</head>', `${script(inChosenLanguage)}${requests}${clientAtOnce(files)}</head>`]]);

/** Visitors read their pages without JavaScript, except that a form needs it. */
const withNoteOf = (start: BuiltScreen['start'], { needsScript }: Prerendered['frame']): Edits => {
  if (start === 'never') return [[noteWithoutScript, `<noscript><p>${needsScript}</p></noscript>`]];
  return start === 'for-learners' ? [[noteWithoutScript, '']] : [];
};

/** A page with a screen, its script and the start of the client. */
function screenPage(index: string, built: Prerendered, screen: BuiltScreen, parts: Parts, code: string) {
  const { requests, files } = parts;
  const { styles, html } = takeStylesOut(withoutStyleAttributes(screen.html));
  const isOfLearner = screen.start === 'after-data';
  const css = `<style id="shell-styles" nonce="__CSP_NONCE__">${styles}${hidden}${isOfLearner ? learnerStyles : ''}</style>`;
  const isLanding = screen.start === 'for-learners';
  const hiding = isLanding ? script(hideFromLearners) : '';
  const ahead = isLanding ? script(speculation, ' type="speculationrules"') : '';
  const run = script(`{${code}page.start(${literal(screen.texts)});}`, ' data-page-script');
  const begin = script(`(${starts[screen.start]})(${literal(files)})`);
  const shell = `<div id="shell"${isOfLearner ? ' inert' : ''}>${html}</div>${run}${begin}`;
  return edited(frameOf(index, built), [
    [/<title>[^<]*<\/title>/, `<title>${screen.title}</title>`],
    ['</head>', `${script(inChosenLanguage)}${hiding}${requests}${css}${ahead}</head>`],
    ['<div id="root"></div>', `${shell}<div id="root"></div>`],
    ...withNoteOf(screen.start, built.frame),
  ]);
}

/** Name of the files of a route. */
const nameOf = (route: string) =>
  route === '/' ? 'landing' : route === '/*' ? 'other' : route.slice(1).replaceAll(/[/:]+/g, '.');

/** Shows the landing page of learners, with the messages of that feature. */
const home = 'src/app/home-page.tsx';

const afterSignIn = [...routeModules['/dashboard'], 'src/features/welcome/welcome-page.tsx'];

const modulesOf = (route: string): readonly string[] => {
  if (route === '/*') return [];
  if (route === '/') return [home];
  return (routeModules as Record<string, readonly string[]>)[route] ?? afterSignIn;
};

/** Writes the finished pages of all routes in each language, and which route has which. The server puts the nonce in. */
async function writePages() {
  const [{ prerendered }, scriptOf] = await Promise.all([
    runClient<{ prerendered: Prerendered[] }>('src/prerender.tsx'),
    earlyScripts(),
  ]);
  const index = readFileSync(join(dist, 'index.html'), 'utf8');
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const filesOf: FilesOf = (modules, language) => {
    const features = modules.map((module) => /\/features\/([^/]+)\//.exec(module)?.[1] ?? '');
    const areas = ['shared', ...(modules.includes(home) ? ['landing'] : features)];
    const catalogues = areas.map((area) => `src/locales/${language}/${area}.po`);
    return chunkFiles(manifest, [
      'index.html',
      ...modules,
      ...new Set(catalogues.filter((file) => file in manifest)),
    ]).map((file) => `/${file}`);
  };
  const folder = join(dist, 'pages');
  mkdirSync(folder, { recursive: true });
  const routes = new Set([
    ...Object.keys(routeModules),
    ...prerendered.flatMap(({ screens }) => Object.keys(screens)),
    '/*',
  ]);
  for (const each of prerendered) {
    const { language, screens } = each;
    const scripts = new Map<string, string>();
    const codeOf = async ({ script }: BuiltScreen) => {
      const code = scripts.get(script) ?? (await pageScript(script, 'page', language));
      scripts.set(script, code);
      return code;
    };
    for (const route of routes) {
      const screen = screens[route];
      const files = filesOf(modulesOf(route), language);
      const isOfLearner = !screen || screen.start === 'after-data';
      const parts = { requests: isOfLearner && route !== '/*' ? scriptOf(route) : '', files };
      const page = screen
        ? screenPage(index, each, screen, parts, await codeOf(screen))
        : plainPage(frameOf(index, each), parts);
      writeFileSync(join(folder, `${nameOf(route)}.${language}.html`), page);
    }
  }
  const names = Object.fromEntries([...routes].map((route) => [route, nameOf(route)]));
  writeFileSync(join(folder, 'routes.json'), JSON.stringify(names));
}

const formRoutes = ['/signup', '/login', '/forgot-password'];

/** Pages of the forms while the client is developed; each request builds its page. */
async function developedPage({ url = '', headers }: IncomingMessage): Promise<string | null> {
  const route = url.split('?', 1)[0] ?? '';
  if (!formRoutes.includes(route)) return null;
  const language = /(?:^|; *)language=sw/.test(headers.cookie ?? '') ? 'sw' : 'en';
  const { prerendered } = await runClient<{ prerendered: Prerendered[] }>('src/prerender.tsx');
  const each = prerendered.find((one) => one.language === language);
  const screen = each?.screens[route];
  if (!each || !screen) return null;
  const index = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
  const code = await pageScript(screen.script, 'page', language);
  return screenPage(index, each, screen, { requests: '', files: [] }, code);
}

export const pages: Plugin[] = [
  {
    name: 'kumbuka:pages',
    apply: 'build',
    closeBundle: { sequential: true, order: 'post', handler: writePages },
  },
  {
    name: 'kumbuka:developed-pages',
    apply: 'serve',
    configureServer: ({ middlewares }) => {
      middlewares.use(
        (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => {
          const send = (html: string | null) =>
            html === null ? next() : response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
          developedPage(request).then(send, next);
        },
      );
    },
  },
];
