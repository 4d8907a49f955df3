import { characterOf } from './html-characters.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

const blocks = /(?:<\/?(?:div|p|li|[uod]l|d[td]|tr|table|tbody|h[1-6]|hr|pre|blockquote)(?![\w-])[^<>]*>)+/gi;
const tags = /<(?:\/?[a-z]|!--)[^<>]*>/gi;
/** The content ends at the next tag, so that the search is linear; other tags inside are removed before. */
const shifted = /<(sup|sub)(?![\w-])[^<>]*>([^<>]*)<\/\1\s*>/gi;
const innerTags = /<\/?(?:b|i|u|em|strong|span|font|a)(?![\w-])[^<>]*>/gi;

const raised: Record<string, string> = {};
const lowered: Record<string, string> = {};
const alphabet = (map: Record<string, string>, plain: string, signs: string) => {
  for (const [at, sign] of [...signs].entries()) map[plain[at] ?? ''] = sign;
};
alphabet(raised, '0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ');
alphabet(lowered, '0123456789+-−=()aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ');

/** `10<sup>3</sup>` is 10³, `e<sup>kt</sup>` is e^(kt); an ordinal such as 5<sup>th</sup> stays in its line. */
function shift(_whole: string, tag: string, content: string): string {
  const isRaised = /^sup$/i.test(tag);
  const text = unescapeHtml(content).trim();
  if (text === '' || (isRaised && /^(?:st|nd|rd|th|er|[º°ª™®])$/.test(text))) return text;
  const signs = [...text].map((each) => (isRaised ? raised : lowered)[each]);
  if (signs.every((each) => each !== undefined)) return signs.join('');
  const escaped = escapeHtml(text);
  return (isRaised ? '^' : '_') + ([...text].length === 1 ? escaped : `(${escaped})`);
}

const unescapeHtml = (text: string) =>
  text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,9});/gi, characterOf);

/**
 * Returns what a reader sees of HTML: `<br>` and blocks are line breaks, raised and lowered digits keep their place, other
 * tags go, entities are characters.
 */
export const htmlText = (html: string): string =>
  unescapeHtml(
    html
      .replace(blocks, '\n')
      .replace(/<br(?![\w-])[^<>]*>/gi, '\n')
      .replace(innerTags, '')
      .replace(shifted, shift)
      .replace(tags, ''),
  )
    .replace(/\n{3,}/g, '\n\n')
    .trim();
