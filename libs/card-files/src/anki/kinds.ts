import type { CollectionKind } from '../collection.ts';
import type { AnkiNoteType } from './schema.ts';

const squeezed = (template: string) => template.replaceAll(/\s+/g, '').replaceAll(/["']/g, '');
const fieldTag = (name: string | undefined) => squeezed(`{{${name}}}`);

/** Stock note types of Anki, by the shape of their templates: names are translated and edited. */
function stockKind({
  isCloze,
  fields: [first, second],
  templates,
  ...type
}: AnkiNoteType): CollectionKind | null {
  if (type.isOcclusion) return 'image-occlusion';
  const sides = templates.map(({ front, back }) => [squeezed(front), squeezed(back)] as const);
  const is = (at: number, front: string, back: string) => sides[at]?.[0] === front && sides[at]?.[1] === back;
  const [a, b] = [fieldTag(first), fieldTag(second)];
  const answer = (tag: string) => `{{FrontSide}}<hrid=answer>${tag}`;
  if (isCloze) {
    const text = squeezed(`{{cloze:${first}}}`);
    return is(0, text, `${text}<br>${b}`) || is(0, text, `{{cloze:${squeezed(first ?? '')}}}<br>${b}`)
      ? 'cloze'
      : null;
  }
  if (sides.length === 2 && is(0, a, answer(b)) && is(1, b, answer(a))) return 'basic-reversed';
  if (sides.length !== 1) return null;
  if (is(0, a, answer(b))) return 'basic';
  const typed = squeezed(`{{type:${second}}}`);
  const answers = [
    `${a}<hrid=answer>${typed}`,
    `{{FrontSide}}<hrid=answer>${b}`,
    `{{FrontSide}}<hrid=answer>${typed}`,
  ];
  return sides[0]?.[0] === a + typed && answers.includes(sides[0][1]) ? 'typed' : null;
}

/** Kind of ours that asks the cards of a note type as Anki does; `custom` when none does. */
export function kindOf(type: AnkiNoteType): CollectionKind {
  const kind = stockKind(type);
  return kind !== null && (kind === 'image-occlusion' || type.fields.length === 2) ? kind : 'custom';
}

const stockCss =
  /\.card\{font-family:arial;font-size:2\dpx;(?:line-height:1\.5;)?text-align:center;color:black;background-color:white;\}|(?:\.nightMode)?\.cloze\{(?:font-weight:bold;)?color:(?:light)?blue;\}|#image-occlusion-canvas\{[^}]*\}/g;

/** Whether a note type has a style sheet of its own. */
export const hasOwnCss = ({ css, isOcclusion }: AnkiNoteType): boolean =>
  !isOcclusion && css.replaceAll(/\s+/g, '').replaceAll(stockCss, '') !== '';
