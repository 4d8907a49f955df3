import { noteKind, readMasks, writeMasks } from '@kumbuka/contracts/kinds';
import type { CollectionCard, CollectionKind, CollectionNote } from '../collection.ts';
import type { ResolveMedia } from '../html/to-markdown.ts';
import { plainToHtml } from '../html/plain-html.ts';
import { htmlToText } from '../html/to-markdown.ts';
import type { Reporter } from '../reports.ts';
import { convertTogether, isTooLong } from '../sides.ts';
import { render, type RenderContext } from '../templates/render.ts';
import { parseTemplate, TemplateFault, type TemplateNode } from '../templates/template.ts';
import { hasOwnCss, kindOf } from './kinds.ts';
import type { AnkiNoteType } from './schema.ts';

/** Card of a note with everything but its sides. */
export type CardShell = Omit<CollectionCard, 'front' | 'back'>;

export interface SourceNote {
  guid: string | null;
  type: AnkiNoteType;
  /** HTML. */
  fields: string[];
  tags: string[];
  changedAt?: number;
  cards: CardShell[];
}

/** Templates of a card, without the repeated front on its back. */
interface ParsedTemplate {
  name: string;
  front: readonly TemplateNode[];
  back: readonly TemplateNode[];
  /** Whether the back began with the front, which a session shows anyway. */
  repeatsFront: boolean;
}

const repeatedFront = /^\s*\{\{\s*FrontSide\s*\}\}\s*(?:<br\s*\/?>\s*)*(?:<hr[^<>]*>)?/i;

function parsed({ name, front, back }: { name: string; front: string; back: string }): ParsedTemplate | null {
  try {
    const rest = back.replace(repeatedFront, '');
    return { name, front: parseTemplate(front), back: parseTemplate(rest), repeatsFront: rest !== back };
  } catch (error) {
    if (error instanceof TemplateFault) return null;
    throw error;
  }
}

interface KnownType {
  kind: CollectionKind;
  templates: (ParsedTemplate | null)[];
}

interface Sides {
  number: number;
  front: string;
  back: string;
}

const subdeck = (deck: string) => deck.split('::').at(-1) ?? deck;

/** HTML of both sides of a card by its template; `null` when there is none or it fails. */
function renderCard(
  note: SourceNote,
  card: CardShell,
  { templates }: KnownType,
  reporter: Reporter,
): Sides | null {
  const { type, fields } = note;
  const template = templates[type.isCloze ? 0 : card.number - 1];
  if (!template) return null;
  const base: RenderContext = {
    fields: new Map(type.fields.map((name, at) => [name, fields[at] ?? ''])),
    special: {
      Tags: note.tags.join(' '),
      Type: type.name,
      Deck: card.deck,
      Subdeck: subdeck(card.deck),
      Card: template.name,
      CardFlag: card.flag === 0 ? '' : `flag${card.flag}`,
    },
    number: card.number,
    side: 'front',
    frontSide: '',
  };
  try {
    const front = render(template.front, base);
    const back = render(template.back, { ...base, side: 'back', frontSide: front.html });
    if (front.hasSpeech || back.hasSpeech) reporter.add('speech', { noteType: type.name });
    const hints = template.repeatsFront ? front.hints.map((hint) => `<div>${hint}</div>`).join('') : '';
    return { number: card.number, front: front.html, back: back.html + hints };
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    reporter.add('template', { noteType: type.name, text: error.message });
    return null;
  }
}

/** Makes our notes of those of a collection; one for a whole file, because it remembers note types. */
export function createNoteMaker(reporter: Reporter, resolve: ResolveMedia) {
  const types = new Map<string, KnownType>();
  const media = new Set<string>();

  function known(type: AnkiNoteType): KnownType {
    const found = types.get(type.id);
    if (found) return found;
    const made = { kind: kindOf(type), templates: type.templates.map(parsed) };
    types.set(type.id, made);
    if (hasOwnCss(type)) reporter.add('css', { noteType: type.name });
    if (made.kind === 'image-occlusion') reporter.add('script', { noteType: type.name });
    if (made.templates.includes(null)) reporter.add('template', { noteType: type.name });
    return made;
  }

  function convert(note: SourceNote, texts: readonly string[]) {
    const place = note.guid === null ? {} : { note: note.guid };
    const converted = convertTogether(texts, (name) => {
      const found = resolve(name);
      if (found === null) reporter.add('missing-media', { text: name });
      return found;
    });
    for (const name of converted.media) media.add(name);
    if (converted.omitted.script) reporter.add('script', place);
    if (converted.omitted.remote) reporter.add('remote-media', place);
    if (converted.omitted.latex) reporter.add('latex', place);
    if (converted.omitted.formatting) reporter.add('formatting', { noteType: note.type.name });
    return converted;
  }

  function finish(
    note: SourceNote,
    kind: CollectionKind,
    format: CollectionNote['format'],
    fields: string[],
    sides: readonly Sides[],
  ): CollectionNote | null {
    const place = note.guid === null ? { text: fields[0] ?? '' } : { note: note.guid };
    const byNumber = new Map(sides.map((each) => [each.number, each]));
    const cards = note.cards.flatMap((card): CollectionCard[] => {
      const { front = '', back = '' } = byNumber.get(card.number) ?? {};
      if (front.trim() === '') reporter.add('empty-side', place);
      else if (isTooLong({ front, back })) reporter.add('side-too-long', place);
      else return [{ ...card, front, back }];
      return [];
    });
    if (cards.length === 0) return null;
    const isDerivable =
      format === 'plain' && fields.every((field, at) => plainToHtml(field) === note.fields[at]);
    return {
      guid: note.guid,
      type: note.type.id,
      kind,
      format,
      fields,
      ...(isDerivable ? {} : { sourceFields: note.fields }),
      tags: note.tags,
      ...(note.changedAt === undefined ? {} : { changedAt: note.changedAt }),
      cards,
    };
  }

  function occlusion(note: SourceNote): CollectionNote | null {
    const [shapes = '', ...rest] = note.fields;
    const { masks, others } = readMasks(htmlToText(shapes));
    if (others.length > 0) reporter.add('shape', { note: note.guid ?? '', text: others.join(', ') });
    const fields = [writeMasks(masks), ...convert(note, rest).texts];
    return finish(note, 'image-occlusion', 'rich', fields, noteKind('image-occlusion').cardsOf(fields));
  }

  function custom(note: SourceNote, type: KnownType): CollectionNote | null {
    const rendered = note.cards.flatMap((card) => renderCard(note, card, type, reporter) ?? []);
    const { format, texts } = convert(note, [
      ...note.fields,
      ...rendered.flatMap(({ front, back }) => [front, back]),
    ]);
    const width = note.fields.length;
    const sides = rendered.map(({ number }, at) => ({
      number,
      front: texts[width + 2 * at] ?? '',
      back: texts[width + 2 * at + 1] ?? '',
    }));
    return finish(note, 'custom', format, texts.slice(0, width), sides);
  }

  return {
    /** Names of the media files that the notes so far refer to. */
    media,
    kindOf: (type: AnkiNoteType) => known(type).kind,
    /** Returns a note of ours; `null` when no card of it can be shown, which is reported. */
    make(note: SourceNote): CollectionNote | null {
      const type = known(note.type);
      if (type.kind === 'image-occlusion') return occlusion(note);
      if (type.kind === 'custom') return custom(note, type);
      const { format, texts } = convert(note, note.fields);
      return finish(note, type.kind, format, texts, noteKind(type.kind).cardsOf(texts));
    },
  };
}
export type NoteMaker = ReturnType<typeof createNoteMaker>;
