import type { Page } from '@playwright/test';
import { translationsOf, webMessages } from '@kumbuka/codegen/messages';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { readFileSync } from 'node:fs';

const dist = new URL('../../../../apps/web/dist/', import.meta.url);

/** Returns a function that translates an English message of the client, one without a context, to the Kiswahili label. */
export async function inKiswahili(): Promise<(english: string) => string> {
  const [messages, translations] = await Promise.all([webMessages(), translationsOf('sw')]);
  const plain = [...messages.values()].filter(({ context }) => context === undefined);
  const ids = new Map(plain.map(({ id, message }) => [message, id]));
  return (english) => {
    const translation = translations.get(ids.get(english) ?? '');
    if (!translation) throw new Error(`'${english}' has no translation`);
    return translation;
  };
}

const everyday = {
  en: /\b(?:the|your|you|and|with|of|is|are|was|from|for|not|cards?|decks?|sign|learning|answers?|questions?|today|please)\b/i,
  sw: /\b(?:ya|kwa|za|katika|hii|hizi|hakuna|yako|wako|zako|kadi|seti|swali|maswali|jibu|majibu|leo|kila|jifunza|kujifunza|tafadhali)\b/i,
};

/**
 * Finds lines of a page, and names for screen readers, with words of a language other than the page's. Skips texts that
 * the page declares as another or unknown language (texts of learners have `lang=""`), also where a name or the title
 * quotes them.
 */
export async function linesIn(language: keyof typeof everyday, page: Page): Promise<string[]> {
  const lines = await page.evaluate(() => {
    const shown = document.documentElement.lang;
    const isContent = (element: Element) =>
      element.closest('[lang]')?.getAttribute('lang') !== shown || element.closest('option') !== null;
    const quoted = [...document.querySelectorAll('[lang]')]
      .filter((element) => isContent(element))
      .map(({ textContent }) => textContent.trim())
      .filter((text) => text !== '')
      .toSorted((one, other) => other.length - one.length);
    const withoutQuotes = (line: string) => quoted.reduce((rest, text) => rest.replaceAll(text, ''), line);
    const names = [...document.querySelectorAll('[aria-label], [placeholder], [title]')]
      .filter((element) => !isContent(element))
      .flatMap((element) =>
        ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
      );
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent && !isContent(parent) && !parent.closest('style, script, noscript, textarea'))
        texts.push(node.textContent ?? '');
    }
    return [...texts, ...[document.title, ...names].map(withoutQuotes)];
  });
  return lines.filter((line) => everyday[language].test(line));
}

const accents: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ö',
  u: 'ü',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ö',
  U: 'Ü',
};
const accented = (text: string) =>
  text.replaceAll(/(<[^>]*>)|[aeiouAEIOU]/g, (part, tag?: string) => tag ?? accents[part] ?? part);

/** Converts a message to the pseudo-locale: in brackets, with accents, 40 % longer. */
function pseudoMessage(message: string): unknown[] {
  const pad = ' ~'.repeat(Math.ceil(message.length * 0.2));
  return ['[', ...compileMessageOrThrow(message, accented), `${pad}]`];
}

interface Chunk {
  file: string;
}

const builtPages = ['/', '/signup', '/login', '/forgot-password'];

/** Puts the texts of a page that the build rendered into the pseudo-locale. */
const pseudoPage = (html: string) =>
  html.replace(/(<div id="shell">)([^]*?)(<script)/, (_all, start: string, body: string, end: string) => {
    const longer = (text: string) => `[${accented(text)}${' ~'.repeat(Math.ceil(text.length * 0.2))}]`;
    return start + body.replaceAll(/(?<=>)[^<]*\p{L}[^<]*(?=<)/gu, longer) + end;
  });

/** Serves the pseudo-locale in place of the Kiswahili catalogues and of the pages with texts of their own. It is never built. */
export async function usePseudoLocale(page: Page): Promise<void> {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Record<
    string,
    Chunk
  >;
  const catalogues = new Set(
    Object.entries(manifest).flatMap(([source, { file }]) =>
      source.startsWith('src/locales/sw/') ? [`/${file}`] : [],
    ),
  );
  const texts = [...(await webMessages()).values()].map(({ id, message }) => [id, pseudoMessage(message)]);
  const body = `export const messages = ${JSON.stringify(Object.fromEntries(texts))};`;
  await page.addInitScript(() => localStorage.setItem('kumbuka.language', 'sw'));
  await page.route(
    ({ pathname }) => catalogues.has(pathname),
    (route) => route.fulfill({ contentType: 'text/javascript', body }),
  );
  await page.route(
    ({ pathname }) => builtPages.includes(pathname),
    async (route) => {
      const headers = { ...route.request().headers(), 'accept-language': 'en', cookie: '' };
      const response = await route.fetch({ headers });
      const html = (await response.text()).replace('<html lang="en"', '<html lang="sw"');
      await route.fulfill({ response, body: pseudoPage(html) });
    },
  );
}

/** Finds texts that their box cuts off, and overlapping controls. */
export const cutOrCovered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const nameOf = (element: Element) => (element.textContent ?? '').trim().slice(0, 60);
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const isCut = (element: Element) => {
      const { overflowX, textOverflow, position } = getComputedStyle(element);
      const clips = overflowX === 'hidden' || overflowX === 'clip';
      return (
        clips &&
        textOverflow !== 'ellipsis' &&
        position !== 'absolute' &&
        element.scrollWidth > element.clientWidth + 1
      );
    };
    const cut = [...document.querySelectorAll('body *')].filter(
      (each) => hasText(each) && isSeen(each) && isCut(each),
    );
    const controls = [
      ...document.querySelectorAll('main button, main a[href], main input, main select'),
    ].filter(
      (each) =>
        isSeen(each) &&
        !each.closest('[inert], [aria-hidden="true"]') &&
        getComputedStyle(each).position === 'static',
    );
    /** Returns the part of an element that its scrolling ancestors do not hide. */
    const shownBox = (element: Element) => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      for (let area = element.parentElement; area; area = area.parentElement) {
        if (getComputedStyle(area).overflowY === 'visible' || area === document.body) continue;
        const edge = area.getBoundingClientRect();
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      return { left, right, top, bottom };
    };
    const boxes = controls.map((element) => ({ element, box: shownBox(element) }));
    const covered = boxes.flatMap(({ element, box }, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            !element.contains(other.element) &&
            !other.element.contains(element) &&
            Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 2 &&
            Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 2,
        )
        .map((other) => `'${nameOf(element)}' and '${nameOf(other.element)}' overlap`),
    );
    return [...cut.map((each) => `'${nameOf(each)}' is cut off`), ...covered];
  });
