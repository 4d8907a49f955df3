import { chooseThemeAsVisitor } from '../auth/account-theme.ts';
import type { Language } from '../i18n/i18n.ts';
import { keepLanguageAsVisitor } from '../i18n/language-cookie.ts';
import { chosenTheme, shownScheme, type Theme } from '../theme/chosen-theme.ts';
import { runMenus } from './menus.ts';
import { runHints } from './hints.ts';

const page = document.documentElement;

/** Shows the chosen theme, and the button of the next one. */
function showTheme() {
  page.dataset['colorScheme'] = shownScheme();
  for (const place of document.querySelectorAll<HTMLElement>('[data-theme-now]'))
    place.hidden = place.dataset['themeNow'] !== chosenTheme();
}

function runThemes(signal: AbortSignal) {
  const listen = { signal };
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest<HTMLElement>('[data-choose-theme]');
      if (!button) return;
      chooseThemeAsVisitor(button.dataset['chooseTheme'] as Theme);
      showTheme();
      document.querySelector<HTMLElement>('[data-theme-now]:not([hidden]) button')?.focus();
    },
    listen,
  );
  window.addEventListener('storage', showTheme, listen);
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', showTheme, listen);
  showTheme();
}

const namedFields = (root: ParentNode) => [...root.querySelectorAll<HTMLInputElement>('form input[name]')];

/** Puts what was typed into the same fields of the page in another language. */
function moveTexts(from: ParentNode, to: ParentNode) {
  const fields = namedFields(to);
  for (const [index, { name, value }] of namedFields(from).entries()) {
    const field = fields[index];
    if (field?.name === name) field.value = value;
  }
}

/** Replaces the page by itself in another language, with what was typed. */
async function showInLanguage(language: Language, stop: () => void) {
  const response = await fetch(window.location.href, {
    // Without the cookie of the language, which the server prefers.
    credentials: 'omit',
    headers: { 'accept-language': language },
  });
  // The styles are those of this page, and their nonce is another.
  const html = (await response.text()).replaceAll(/<style[^]*?<\/style>/g, '');
  const other = new DOMParser().parseFromString(html, 'text/html');
  const script = other.querySelector('[data-page-script]');
  const [shown, next] = [document, other].map((each) => each.getElementById('shell'));
  if (!response.ok || !script || !shown || !next || other.documentElement.lang !== language) return;
  keepLanguageAsVisitor(language);
  stop();
  moveTexts(shown, next);
  page.lang = language;
  document.title = other.title;
  shown.replaceWith(document.adoptNode(next));
  const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce;
  const copy = Object.assign(document.createElement('script'), { nonce, textContent: script.textContent });
  document.body.append(copy);
  copy.remove();
}

function runLanguages(controller: AbortController) {
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest<HTMLElement>('[data-choose-language]');
      if (!button) return;
      const language = button.dataset['chooseLanguage'] as Language;
      showInLanguage(language, () => controller.abort()).catch(() => {});
    },
    { signal: controller.signal },
  );
}

/** Shows the focus ring of a button that was reached by the keyboard, as Material UI does. */
function runFocusRings(signal: AbortSignal) {
  const mark = ({ type, target }: Event) => {
    if (!(target instanceof Element) || !target.matches('.MuiButtonBase-root')) return;
    target.classList.toggle('Mui-focusVisible', type === 'focusin' && target.matches(':focus-visible'));
  };
  for (const type of ['focusin', 'focusout']) document.addEventListener(type, mark, { signal });
}

/** Runs what all pages of visitors have: menu, language, theme and hints. The signal is aborted when the page is replaced. */
export function runPublicPage(controller = new AbortController()): AbortSignal {
  const { signal } = controller;
  runMenus(signal);
  runHints(signal);
  runFocusRings(signal);
  runThemes(signal);
  runLanguages(controller);
  return signal;
}
