import { cleanText } from '@kumbuka/text';
import { emphasis, strong, writeEmphasis, type EmphasisMarks } from './emphasis.ts';
import { escapeLineStarts, escapeMarkdown } from './escape-markdown.ts';
import { formulaMark, takeFormulas, type Formula } from './maths.ts';
import { readHtml, type Element, type HtmlNode } from './tree.ts';

/** What became of an HTML text. */
export interface Converted {
  /** Markdown with the inline HTML that we allow. */
  rich: string;
  /** The same text without any markup; `null` when it would lose something. */
  plain: string | null;
  /** Names of the media files that the text shows or plays. */
  media: string[];
  omitted: { script: boolean; formatting: boolean; remote: boolean; latex: boolean };
}

/** Returns the name under which a file is stored for a name that a text uses; `null` when there is none. */
export type ResolveMedia = (name: string) => string | null;

interface State {
  formulas: readonly Formula[];
  resolve: ResolveMedia;
  media: Set<string>;
  remote: boolean;
  latex: boolean;
  /** Whether anything but text and line breaks was found. */
  hasMarkup: boolean;
}

const lines = new Set(
  'div p section article center header footer main aside figure figcaption address summary details dl dt dd form fieldset'.split(
    ' ',
  ),
);
const blocks = new Set('ul ol table pre blockquote hr h1 h2 h3 h4 h5 h6 li tr td th tbody thead'.split(' '));
const soundMark = /\[sound:([^\]\n]+)\]/g;
/** Border of a block such as a paragraph, while text is put together; a noncharacter. */
const boundary = '\uFDD6';
const isElement = (node: HtmlNode): node is Element => typeof node !== 'string';

const hasBlock = (node: HtmlNode): boolean =>
  isElement(node) && (blocks.has(node.name) || node.children.some(hasBlock));

/** Name of a file in an attribute; `null` for an address of a server. */
function fileOf(source: string): string | null {
  const name = source.trim();
  return name === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(name) ? null : name;
}

function resolved(name: string, state: State): string {
  const found = state.resolve(name) ?? name;
  state.media.add(found);
  return found;
}

const destination = (name: string) => `<${name.replaceAll(/[<>\\]/g, String.raw`\$&`)}>`;
const labelOf = (text: string) =>
  escapeMarkdown(text.replaceAll(/[\s\uFDD0-\uFDEF]+/g, ' ').trim()).replaceAll(/[[\]]/g, String.raw`\$&`);

function imageOf({ attributes }: Element, state: State): string {
  state.hasMarkup = true;
  const name = fileOf(attributes['src'] ?? '');
  if (name === null) {
    state.remote ||= (attributes['src'] ?? '') !== '';
    return labelOf(attributes['alt'] ?? '');
  }
  return `![${labelOf(attributes['alt'] ?? '')}](${destination(resolved(name, state))})`;
}

/** A sound is written like a picture; its file tells them apart. */
function soundNamed(name: string, state: State): string {
  const found = resolved(name, state);
  return `![${labelOf(found)}](${destination(found)})`;
}

function soundOf({ attributes }: Element, state: State): string {
  state.hasMarkup = true;
  const name = fileOf(attributes['src'] ?? '');
  if (name !== null) return soundNamed(name, state);
  state.remote ||= (attributes['src'] ?? '') !== '';
  return '';
}

/** Code in as many backticks as it needs. */
function codeOf(text: string): string {
  const inside = text.replaceAll('\n', ' ');
  if (inside.trim() === '') return '';
  const fence = '`'.repeat(Math.max(0, ...(inside.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  return /^`|`$/.test(inside) ? `${fence} ${inside} ${fence}` : `${fence}${inside}${fence}`;
}

function formulaOf(index: number, state: State): string {
  const formula = state.formulas[index];
  if (!formula) return '';
  state.hasMarkup = true;
  state.latex ||= formula.isCode;
  return formula.isCode ? codeOf(formula.markdown) : formula.markdown;
}

/** Text of a node as it is, for code. */
const rawText = (node: HtmlNode, state: State): string => {
  if (isElement(node)) {
    if (node.name === 'br') return '\n';
    const text = node.children.map((each) => rawText(each, state)).join('');
    return lines.has(node.name) ? `${text}\n` : text;
  }
  return node.replaceAll(
    formulaMark,
    (_mark, index: string) => state.formulas[Number(index)]?.markdown ?? '',
  );
};

const stored = /\[sound:[^\]\n]+\]|\uFDD0\d+\uFDD1/g;

/** Text with white space as a browser shows it; formulas and sounds are not escaped. */
function textOf(text: string, state: State): string {
  const shown = text.replaceAll(/[ \t\r\n\f]+/g, ' ');
  const parts: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of shown.matchAll(stored)) {
    parts.push(escapeMarkdown(shown.slice(from, index)), specialOf(mark, state));
    from = index + mark.length;
  }
  return parts.join('') + escapeMarkdown(shown.slice(from));
}

function specialOf(mark: string, state: State): string {
  const [, sound] = new RegExp(soundMark.source).exec(mark) ?? [];
  if (sound === undefined) return formulaOf(Number(mark.slice(1, -1)), state);
  state.hasMarkup = true;
  return soundNamed(sound.trim(), state);
}

/** Puts marks around each line of a text, without the blanks at its ends. */
const around = (text: string, marks: EmphasisMarks) =>
  text
    .split(/([\n\uFDD6])/)
    .map((line) =>
      line.replace(/^(\s*)(.*?)(\s*)$/s, (_all, before: string, inside: string, after: string) =>
        inside === '' || inside === boundary ? line : before + marks.open + inside + marks.close + after,
      ),
    )
    .join('');

const inlineMarks: Record<string, EmphasisMarks> = {
  b: strong,
  strong,
  i: emphasis,
  em: emphasis,
  cite: emphasis,
  dfn: emphasis,
};
const kept = new Set(['sub', 'sup', 'mark', 'ruby', 'rt']);

/** Link that leads to a web page; other targets lose their link and keep their text. */
function linkOf(element: Element, text: string, state: State): string {
  const target = (element.attributes['href'] ?? '').trim();
  if (!/^https?:\/\/[^\s<>]+$/i.test(target) || text.trim() === '' || /[\n\uFDD6]/.test(text)) return text;
  state.hasMarkup = true;
  return `[${text.replaceAll(/[[\]]/g, String.raw`\$&`)}](<${target.replaceAll('\\', '%5C')}>)`;
}

function inlineElement(element: Element, state: State): string {
  const { name, children } = element;
  if (name === 'br') return '\n';
  if (name === 'img') return imageOf(element, state);
  if (name === 'audio' || name === 'video' || name === 'source')
    return soundOf(element, state) + inlineOf(children, state);
  if (name === 'rp') return '';
  if (name === 'code' || name === 'kbd' || name === 'samp' || name === 'tt') {
    state.hasMarkup = true;
    return codeOf(children.map((each) => rawText(each, state)).join(''));
  }
  const text = inlineOf(children, state);
  if (lines.has(name)) return boundary + text + boundary;
  if (name === 'a') return linkOf(element, text, state);
  const marks = inlineMarks[name];
  if (marks && text.trim() !== '') state.hasMarkup = true;
  if (marks) return around(text, marks);
  if (!kept.has(name) || text.trim() === '') return text;
  state.hasMarkup = true;
  return `<${name}>${splitLines(text).filter(Boolean).join('<br>')}</${name}>`;
}

const inlineOf = (nodes: readonly HtmlNode[], state: State): string =>
  nodes.map((node) => (isElement(node) ? inlineElement(node, state) : textOf(node, state))).join('');

/** Lines of a text. The border of a block ends a line only when it has begun. */
function splitLines(text: string): string[] {
  const found: string[] = [];
  let line = '';
  const flush = () => {
    found.push(line.replaceAll(/^[ \t\u00A0]+|[ \t\u00A0]+$/g, ''));
    line = '';
  };
  for (const part of text.split(/([\n\uFDD6])/)) {
    if (part === '\n' || (part === boundary && line.trim() !== '')) flush();
    else if (part !== boundary) line += part;
  }
  flush();
  return found;
}

/** Paragraphs of an inline text: line breaks inside are hard, blank lines divide. */
function paragraphsOf(inline: string): string[] {
  const paragraphs: string[][] = [[]];
  for (const line of splitLines(inline))
    if (line === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(escapeLineStarts(line));
  return paragraphs.filter(({ length }) => length > 0).map((each) => each.join('\\\n'));
}

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`).replaceAll(/^[ \t]+$/gm, '');

function listOf({ name, children }: Element, state: State): string {
  const items = children.filter(isElement).flatMap((item) => {
    const text = blocksOf(item.name === 'li' ? item.children : [item], state).join('\n\n');
    return text === '' ? [] : [text];
  });
  return items
    .map((text, at) => {
      const mark = name === 'ol' ? `${at + 1}. ` : '- ';
      return mark + indented(text, ' '.repeat(mark.length));
    })
    .join('\n');
}

const rowsOf = ({ name, children }: Element): Element[] =>
  name === 'tr' ? [{ name, attributes: {}, children }] : children.filter(isElement).flatMap(rowsOf);

const cellOf = (cell: Element, state: State) =>
  paragraphsOf(inlineOf(cell.children, state))
    .join('<br>')
    .replaceAll('\\\n', '<br>')
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s*\n\s*/g, ' ');

function tableOf(table: Element, state: State): string {
  const rows = rowsOf(table).map(({ children }) =>
    children.filter(isElement).map((cell) => cellOf(cell, state)),
  );
  const width = Math.min(100, Math.max(0, ...rows.map(({ length }) => length)));
  if (width === 0) return '';
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}

function codeBlockOf(element: Element, state: State): string {
  const text = rawText(element, state)
    .replaceAll('\u00A0', ' ')
    .replace(/^\n|\n+$/g, '');
  if (text.trim() === '') return '';
  const ticks = (text.match(/`{3,}/g) ?? []).map(({ length }) => length + 1);
  const fence = '`'.repeat(Math.max(3, ...ticks));
  return `${fence}\n${text}\n${fence}`;
}

function blockOf(element: Element, state: State): string[] {
  const { name, children } = element;
  if (name === 'hr') return ['---'];
  if (name === 'pre') return [codeBlockOf(element, state)];
  if (name === 'ul' || name === 'ol') return [listOf(element, state)];
  if (name === 'table') return [tableOf(element, state)];
  if (name === 'blockquote') return [`> ${blocksOf(children, state).join('\n\n').replaceAll('\n', '\n> ')}`];
  if (/^h[1-6]$/.test(name)) {
    const title = paragraphsOf(inlineOf(children, state)).join(' ').replaceAll('\\\n', ' ');
    return title === '' ? [] : [`${'#'.repeat(Number(name.slice(1)))} ${title}`];
  }
  return blocksOf(children, state);
}

/** Blocks of Markdown, to be joined by blank lines. */
function blocksOf(nodes: readonly HtmlNode[], state: State): string[] {
  const found: string[] = [];
  let inline = '';
  const flush = () => {
    found.push(...paragraphsOf(inline));
    inline = '';
  };
  for (const node of nodes) {
    if (!isElement(node)) inline += textOf(node, state);
    else if (blocks.has(node.name)) {
      flush();
      state.hasMarkup = true;
      found.push(...blockOf(node, state));
    } else if (node.children.some(hasBlock)) {
      flush();
      found.push(...blocksOf(node.children, state));
    } else inline += inlineElement(node, state);
  }
  flush();
  return found.filter((block) => block !== '');
}

const plainText = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node) => {
      if (!isElement(node)) return node.replaceAll(/[ \t\r\n\f]+/g, ' ');
      if (node.name === 'br') return '\n';
      const text = plainText(node.children);
      return lines.has(node.name) ? boundary + text + boundary : text;
    })
    .join('');

const tidy = (text: string) =>
  splitLines(text)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** Converts the HTML of a field or a rendered side. Nothing that can run, load or cover the page is left. */
export function convertHtml(html: string, resolve: ResolveMedia = () => null): Converted {
  const { html: marked, formulas } = takeFormulas(cleanText(html));
  const { children, omitted } = readHtml(marked);
  const state: State = { formulas, resolve, media: new Set(), remote: false, latex: false, hasMarkup: false };
  const rich = writeEmphasis(blocksOf(children, state).join('\n\n'));
  return {
    rich,
    plain: state.hasMarkup ? null : tidy(plainText(children)),
    media: [...state.media],
    omitted: { ...omitted, remote: state.remote, latex: state.latex },
  };
}

/** Text that a reader sees of HTML, in one line. */
export const htmlToText = (html: string): string =>
  plainText(readHtml(html).children)
    .replaceAll(/[\s\uFDD6]+/g, ' ')
    .trim();
