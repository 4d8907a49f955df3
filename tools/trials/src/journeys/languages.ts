import type { Page } from '@playwright/test';
import { translationsOf, webMessages } from '@kumbuka/codegen/messages';
import {
  compileMessageOrThrow,
  type CompiledIcuChoices,
  type CompiledMessage,
} from '@lingui/message-utils/compileMessage';
import { readFileSync } from 'node:fs';

const dist = new URL('../../../../apps/web/dist/', import.meta.url);

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= work());
}

/** Returns a function that translates an English message of the client, one without a context, to the Kiswahili label. */
export async function inKiswahili(): Promise<(english: string) => string> {
  const { messages, translations } = await readCatalogues();
  const plain = messages.filter(({ context }) => context === undefined);
  const ids = new Map(plain.map(({ id, message }) => [message, id]));
  return (english) => {
    const translation = translations.get(ids.get(english) ?? '');
    if (!translation) throw new Error(`'${english}' has no translation`);
    return translation;
  };
}

/** Texts of a compiled message, those of its plural forms included, without names of values and tags. */
const textsOf = (message: CompiledMessage): string[] =>
  message.flatMap((token) => {
    if (typeof token === 'string') return [token.replaceAll(/<[^>]*>/g, ' ')];
    const [, , forms] = token;
    return typeof forms === 'object' && forms !== null
      ? Object.values(forms as CompiledIcuChoices).flatMap((form) =>
          Array.isArray(form) ? textsOf(form) : [],
        )
      : [];
  });

/** Words of at least two letters, outside of email addresses and of ids with digits; single letters are keys and grades. */
const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/\S+@\S+/g, ' ')
    .replaceAll(/[\p{L}\d]*\d[\p{L}\d]*/gu, ' ')
    .match(/\p{L}[\p{L}'’]*\p{L}/gu) ?? [];

const without = (own: Iterable<string>, others: ReadonlySet<string>) =>
  new Set([...own].filter((each) => !others.has(each)));

/** Words and labels of a catalogue that the other one never has. Names and quoted terms are in both. */
function vocabularyOf(own: readonly string[], others: readonly string[]) {
  const words = (messages: readonly string[]) =>
    new Set(messages.flatMap((message) => textsOf(compileMessageOrThrow(message)).flatMap(wordsIn)));
  return { words: without(words(own), words(others)), labels: without(own, new Set(others)) };
}

/** Reads both catalogues once for each worker, which takes seconds. */
const readCatalogues = once(async () => {
  const [messages, translations] = await Promise.all([webMessages(), translationsOf('sw')]);
  const [en, sw] = [[...messages.values()].map(({ message }) => message), [...translations.values()]];
  return {
    messages: [...messages.values()],
    translations,
    en: vocabularyOf(en, sw),
    sw: vocabularyOf(sw, en),
  };
});

/**
 * Finds lines of a page, and names for screen readers, with a word that only the catalogue of another language has.
 * Skips texts that the page declares as another or unknown language (texts of learners have `lang=""`), and those of
 * cards, also where a name or the title quotes them.
 */
export async function linesIn(language: 'en' | 'sw', page: Page): Promise<string[]> {
  const lines = await page.evaluate(() => {
    const shown = document.documentElement.lang;
    const isContent = (element: Element) =>
      element.closest('[lang]')?.getAttribute('lang') !== shown ||
      element.closest('option, [data-card-text]') !== null;
    const quoted = [...document.querySelectorAll('[lang], [data-card-text]')]
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
  const { words, labels } = (await readCatalogues())[language];
  return lines.filter((line) => labels.has(line.trim()) || wordsIn(line).some((word) => words.has(word)));
}

const accents: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ö',
  u: 'ü',
  y: 'ý',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ö',
  U: 'Ü',
  Y: 'Ý',
};
const accented = (text: string) =>
  text.replaceAll(/(<[^>]*>)|[aeiouyAEIOUY]/g, (part, tag?: string) => tag ?? accents[part] ?? part);

const padding = ({ length }: string) => ' ~'.repeat(Math.ceil(length * 0.2));

/** Converts a message to the pseudo-locale: in brackets, with accents, 40 % longer. */
const pseudoMessage = (message: string): unknown[] => [
  '[',
  ...compileMessageOrThrow(message, accented),
  `${padding(message)}]`,
];

/** Converts an English text without values to the pseudo-locale. */
export const inPseudoLocale = (english: string): string => `[${accented(english)}${padding(english)}]`;

interface Chunk {
  file: string;
}

const builtPages = ['/', '/signup', '/login', '/forgot-password'];

/** Puts the texts of a page that the build rendered, and of its script, into the pseudo-locale. */
const pseudoPage = (html: string) =>
  html
    .replace('<html lang="en"', '<html lang="sw"')
    .replace(/(?<=<title>)[^<]*/, inPseudoLocale)
    .replace(/(<div id="shell">)([^]*?)(<script)/, (_all, start: string, body: string, end: string) => {
      const texts = /(?<=>)[^<]*\p{L}[^<]*(?=<)|(?<=(?:aria-label|data-busy-text)=")[^"]+/gu;
      return start + body.replaceAll(texts, inPseudoLocale) + end;
    })
    .replaceAll(/(?<=message:\[`)[^`]*/g, inPseudoLocale);

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
  const { messages } = await readCatalogues();
  const texts = messages.map(({ id, message }) => [id, pseudoMessage(message)]);
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
      await route.fulfill({ response, body: pseudoPage(await response.text()) });
    },
  );
}

/** Finds texts that their box cuts off, and overlapping controls. */
export const cutOrCovered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const modal = document.querySelector('dialog:modal');
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      (!modal || modal.contains(element));
    const nameOf = (element: Element) =>
      (element.textContent?.trim() || element.getAttribute('aria-label') || element.id).slice(0, 60);
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
    const places = [
      'main',
      '[role=dialog]',
      '[role=alertdialog]',
      '[role=menu]',
      'dialog',
      '.MuiDrawer-paper',
    ];
    const kinds = ['button', 'a[href]', 'input', 'select', 'textarea', '[role=menuitem]'];
    const controls = [...document.querySelectorAll(`:is(${places.join()}) :is(${kinds.join()})`)].filter(
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
