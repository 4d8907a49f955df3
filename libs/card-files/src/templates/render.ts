import { noteKind } from '@kumbuka/contracts/kinds';
import { escapeHtml } from '@kumbuka/text';
import { htmlToText } from '../html/to-markdown.ts';
import { fileLimits } from '../limits.ts';
import { TemplateFault, type FieldTag, type TemplateNode } from './template.ts';

export interface RenderContext {
  fields: ReadonlyMap<string, string>;
  /** Values such as `Tags` and `Deck`, as text. */
  special: Readonly<Record<string, string>>;
  /** Number of the card, from 1: that of its gap in a note with gaps. */
  number: number;
  side: 'front' | 'back';
  /** HTML of the front; only on the back. */
  frontSide: string;
}

export interface Rendered {
  html: string;
  /** HTML of hints, which the front hides. */
  hints: string[];
  hasSpeech: boolean;
}

const emptyField = /^(?:\s|&nbsp;|<br\s*\/?>|<\/?div\s*>)*$/i;
const isEmptyField = (html: string): boolean => emptyField.test(html);

const cloze = noteKind('cloze');

/** Hides or shows the gaps of one number; others are shown as text. Empty when no gap has the number. */
function clozeOf(html: string, { number, side }: RenderContext): string {
  const card = cloze.cardsOf([html]).find((each) => each.number === number);
  return (side === 'front' ? card?.front : card?.back) ?? '';
}

const gapsOnly = (html: string, number: number) =>
  [...html.matchAll(/\{\{c(\d{1,3})::((?:(?!\{\{|\}\}|::)[^])*)(?:::(?:(?!\}\})[^])*)?\}\}/g)]
    .filter(([, own]) => Number(own) === number)
    .map(([, , inside = '']) => inside)
    .join(', ');

const reading = / ?([^ >[\]]+)\[((?!sound:)[^[\]]*)\]/g;
const furigana = (html: string) => html.replaceAll(reading, '<ruby>$1<rt>$2</rt></ruby>');
const kana = (html: string) => html.replaceAll(reading, '$2');
const kanji = (html: string) => html.replaceAll(reading, '$1');

const withoutSounds = (html: string) => html.replaceAll(/\[sound:[^\]]*\]/g, '');

type Filter = (html: string, context: RenderContext) => string;
const filters: Record<string, Filter> = {
  text: (html) => escapeHtml(htmlToText(html)),
  cloze: clozeOf,
  'cloze-only': (html, { number }) => gapsOnly(html, number),
  furigana,
  kana,
  kanji,
};

/** Renders a parsed template. Throws `TemplateFault` when it produces too much. */
export function render(nodes: readonly TemplateNode[], context: RenderContext): Rendered {
  const parts: string[] = [];
  const hints: string[] = [];
  let [length, hasSpeech] = [0, false];
  const add = (html: string) => {
    length += html.length;
    if (length > fileLimits.rendered) throw new TemplateFault('renders too much');
    parts.push(html);
  };
  const valueOf = (name: string) => {
    if (name === 'FrontSide') return withoutSounds(context.frontSide);
    const special = context.special[name];
    return context.fields.get(name) ?? (special === undefined ? '' : escapeHtml(special));
  };
  function field({ name, filters: names }: FieldTag) {
    if (names.some((each) => each === 'tts' || each.startsWith('tts ')) || name.startsWith('tts ')) {
      hasSpeech = true;
      return;
    }
    let html = valueOf(name);
    const isTyped = names.includes('type');
    for (const each of names) html = filters[each]?.(html, context) ?? html;
    if (isTyped && context.side === 'front') return;
    if (names.includes('hint')) {
      if (isEmptyField(html)) return;
      if (context.side === 'front') {
        hints.push(html);
        html = `[${escapeHtml(name)}]`;
      }
    }
    add(html);
  }
  function walk(all: readonly TemplateNode[]) {
    for (const node of all) {
      if (typeof node === 'string') add(node);
      else if (node.kind === 'field') field(node);
      else if (isShown(node.name) !== node.isInverted) walk(node.children);
    }
  }
  /** `{{#c1}}` is true on the card of gap 1. */
  const isShown = (name: string) =>
    /^c\d{1,3}$/.test(name) && !context.fields.has(name)
      ? Number(name.slice(1)) === context.number
      : !isEmptyField(valueOf(name));
  walk(nodes);
  return { html: parts.join(''), hints, hasSpeech };
}
