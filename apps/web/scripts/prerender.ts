import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
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

/** Writes `landing.<language>.html`: the landing page, readable before any script and without it. */
async function writeLandingPages() {
  const { pages } = await runClient<{ pages: PrerenderedPage[] }>('src/prerender.tsx');
  const index = readFileSync(join(dist, 'index.html'), 'utf8');
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  for (const page of pages)
    writeFileSync(join(dist, `landing.${page.language}.html`), pageOf(index, manifest, page));
}

export const prerendered: Plugin = {
  name: 'kumbuka:prerendered',
  apply: 'build',
  closeBundle: { sequential: true, order: 'post', handler: writeLandingPages },
};
