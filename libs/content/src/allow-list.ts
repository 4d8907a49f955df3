import { partsPattern } from '@kumbuka/contracts/kinds';
import { mediaAddress } from '@kumbuka/contracts/media';

/** Languages whose code is coloured. */
export const codeLanguages = ['bash', 'c', 'css', 'java', 'javascript', 'python', 'sql', 'xml'] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

/** Other names of these languages, and languages that are coloured like one of them. */
export const codeAliases: Readonly<Record<string, CodeLanguage>> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  'c++': 'c',
  cpp: 'c',
  h: 'c',
  scss: 'css',
  kotlin: 'java',
  js: 'javascript',
  jsx: 'javascript',
  json: 'javascript',
  mjs: 'javascript',
  ts: 'javascript',
  tsx: 'javascript',
  typescript: 'javascript',
  py: 'python',
  python3: 'python',
  mysql: 'sql',
  postgresql: 'sql',
  sqlite: 'sql',
  html: 'xml',
  svg: 'xml',
};

/** Marks a formula; its text is the TeX source. */
export const formulaAttribute = 'data-formula';

/** Parts of a picture that are drawn over it. */
export const partsAttribute = 'data-parts';

const size = /^\d{1,4}$/;
const anything = /^/;
const onMedia = mediaAddress;

/**
 * What a rich text may contain: elements, and the values that each of their attributes may have. Both sanitizers read
 * this table. Everything else is dropped; the text in it stays.
 */
export const allowed: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  p: {},
  br: {},
  hr: {},
  em: {},
  strong: {},
  code: { class: new RegExp(`^language-(?:${codeLanguages.join('|')})$`) },
  pre: {},
  blockquote: {},
  ul: {},
  ol: { start: /^\d{1,9}$/ },
  li: {},
  table: {},
  thead: {},
  tbody: {},
  tr: {},
  th: { align: /^(?:left|right|center)$/ },
  td: { align: /^(?:left|right|center)$/ },
  ruby: {},
  rt: {},
  rp: {},
  sub: {},
  sup: {},
  mark: {},
  span: { [formulaAttribute]: /^(?:inline|block)$/ },
  img: { src: onMedia, alt: anything, width: size, height: size, [partsAttribute]: partsPattern },
  audio: { src: onMedia, controls: /^$/, preload: /^none$/, 'aria-label': anything },
};

/** Elements whose text is dropped as well. */
export const droppedWithText = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'template',
  'title',
  'xmp',
];

export const isAllowedAttribute = (element: string, name: string, value: string): boolean =>
  allowed[element]?.[name]?.test(value) ?? false;

/** An image or a sound without an address is nothing. */
export const needsAddress = (element: string) => element === 'img' || element === 'audio';
