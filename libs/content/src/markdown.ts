import { limits } from '@kumbuka/contracts/constants';
import { splitAddress } from '@kumbuka/contracts/kinds';
import { mediaAddress } from '@kumbuka/contracts/media';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { codeAliases, formulaAttribute, partsAttribute } from './allow-list.ts';
import { putFormulas, takeFormulas, type Formula } from './formulas.ts';

/** Elements inside one another. Sanitizers are quadratic or overflow on deeper ones. */
const maxDepth = 100;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');

const tags = /<[^>]*>/g;
const voidTag = /^<(?:br|hr|img|wbr|input|col)\b/i;

/** Depth of the deepest element; an upper bound where tags are not closed. */
function depthOf(html: string): number {
  let [depth, deepest] = [0, 0];
  for (const [tag] of html.matchAll(tags)) {
    if (tag.startsWith('</')) depth = Math.max(0, depth - 1);
    else if (!voidTag.test(tag) && !tag.startsWith('<!')) depth += 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Lists and quotations begin with as many markers as they are deep. */
const manyMarkers = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){40}/m;
const isShort = (text: string) => text.length <= 2 * limits.cardSide;

function htmlOf(text: string): string | null {
  if (!isShort(text) || manyMarkers.test(text)) return null;
  const html = micromark(text, {
    allowDangerousHtml: true,
    extensions: [gfmTable()],
    htmlExtensions: [gfmTableHtml()],
  });
  return depthOf(html) > maxDepth ? null : html;
}

const imageTag = /^<img src="([^"]*)" alt="([^"]*)"(?: title="[^"]*")? \/>$/;

/** An image is a picture or a sound of our own; any other one is its words. */
function showImage(tag: string): string {
  const [, source = '', words = ''] = imageTag.exec(tag) ?? [];
  const { address, parts } = splitAddress(source);
  const [isOurs, width, height] = mediaAddress.exec(address) ?? [];
  if (!isOurs) return words;
  if (width === undefined)
    return `<audio controls="" preload="none" src="${address}" aria-label="${words}"></audio>`;
  const drawn = parts === '' ? '' : ` ${partsAttribute}="${parts}"`;
  return `<img src="${address}" alt="${words}" width="${width}" height="${height}"${drawn}>`;
}

const codeTag = /^<code class="language-([^" ]+)">$/;

/** Names the language of a block of code as the allow-list does. */
function nameLanguage(tag: string): string {
  const [, written = ''] = codeTag.exec(tag) ?? [];
  const known = Object.hasOwn(codeAliases, written) ? codeAliases[written] : written;
  return `<code class="language-${known}">`;
}

/** Headings of a card would be headings of the page. */
function showTag(tag: string): string {
  if (/^<h[1-6]>$/.test(tag)) return '<p><strong>';
  if (/^<\/h[1-6]>$/.test(tag)) return '</strong></p>';
  if (tag.startsWith('<code class=')) return nameLanguage(tag);
  return tag.startsWith('<img ') ? showImage(tag) : tag;
}

const showFormula = ({ source, isBlock }: Formula) =>
  `<span ${formulaAttribute}="${isBlock ? 'block' : 'inline'}">${escapeHtml(source)}</span>`;

/** HTML of tags and texts, with formulas in the texts; an attribute shows the source of a formula. */
function show(html: string, formulas: readonly Formula[]): string {
  let shown = '';
  let from = 0;
  const inText = (text: string) => putFormulas(text, formulas, showFormula);
  for (const { 0: tag, index } of html.matchAll(tags)) {
    shown += inText(html.slice(from, index));
    shown += putFormulas(showTag(tag), formulas, ({ source }) => escapeHtml(source));
    from = index + tag.length;
  }
  return shown + inText(html.slice(from));
}

/** Markdown as HTML that is not sanitized yet; as plain text when it is too deep. */
export function markdownToHtml(text: string): string {
  const taken = takeFormulas(text);
  const html = htmlOf(taken.text);
  return html === null ? `<p>${escapeHtml(text)}</p>` : show(html, taken.formulas);
}
