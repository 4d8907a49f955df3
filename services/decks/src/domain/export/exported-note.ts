import {
  builtInNoteTypes,
  digestOf,
  type CollectionCard,
  type CollectionKind,
  type CollectionNote,
  type NoteType,
} from '@kumbuka/card-files/collection';
import { plainKind } from '@kumbuka/contracts/kinds';
import type { Card } from '../card.ts';
import type { NoteSource } from '../import/imported-note.ts';
import { noteHeldBy, type Note } from '../note.ts';

const ownMedia =
  /\]\(<?\/media\/([\w-]{32}(?:-\d{1,4}x\d{1,4}\.webp|\.(?:mp3|m4a|ogg|wav))(?:#parts=[\d/;,acs]+)?)>?\)/g;

/** A rich text with its pictures and sounds by their names, as files have them. */
const withMediaNames = (text: string, format: Note['format']): string =>
  format === 'rich' ? text.replaceAll(ownMedia, '](<$1>)') : text;

/** A note without an identity of another program keeps the same one in every export. */
const guidOf = ({ id, createdAt }: Note): string =>
  `kmb-${createdAt.getTime().toString(36)}-${id.toString(36)}`;

const flagOf = ({ flagged }: Card, imported = 0): number => (flagged ? Math.max(1, imported) : 0);

type CardPlace = (card: Card) => string;

function cardOf(
  card: Card,
  deckOf: CardPlace,
  as: { number: number; flag?: number | undefined },
): CollectionCard {
  const { front, back, format, suspended } = card;
  return {
    number: as.number,
    deck: deckOf(card),
    front: withMediaNames(front, format),
    back: withMediaNames(back, format),
    suspended,
    flag: flagOf(card, as.flag),
  };
}

const flagIn = (source: NoteSource | undefined, { id }: Card): number | undefined =>
  source?.flags[source.cardIds.indexOf(id)];

/** Cards as a file has them, with the id by which their study is found. */
export interface ExportedNote {
  note: CollectionNote;
  cardIds: number[];
}

/** A kind that no file knows goes out as questions and answers. */
const isKnown = (kind: string): kind is Exclude<CollectionKind, 'custom'> => kind in builtInNoteTypes;

interface NoteParts {
  note: Note;
  /** All its cards, or those that are exported. */
  cards: readonly Card[];
  source?: NoteSource | undefined;
}

type Types = ReadonlyMap<string, NoteType>;

/** What an import has brought and no edit has changed. */
function keptOf({ note, cards, source }: NoteParts, types: Types): Partial<CollectionNote> {
  if (!source || !types.has(source.type)) return {};
  const asImported = { ...bareNote(note, note.kind), cards: cards.map((card) => sidesOf(card, card.number)) };
  if (digestOf(asImported) !== source.digest) return { type: source.type };
  return {
    type: source.type,
    ...(source.sourceFields ? { sourceFields: [...source.sourceFields] } : {}),
    ...(source.changedAt === undefined ? {} : { changedAt: source.changedAt }),
  };
}

const sidesOf = ({ front, back }: Card, number: number) => ({ number, front, back }) as CollectionCard;

const bareNote = ({ fields, tags, format }: Note, kind: string): CollectionNote => ({
  guid: null,
  type: '',
  kind: kind as CollectionKind,
  format,
  fields: [...fields],
  tags: [...tags],
  cards: [],
});

/** A note of one of our kinds. */
export function exportedNote(parts: NoteParts, types: Types, deckOf: CardPlace): ExportedNote[] {
  const { note, cards, source } = parts;
  if (!isKnown(note.kind)) return cards.map((card) => exportedAlone(card, deckOf));
  const exported: CollectionNote = {
    ...bareNote(note, note.kind),
    guid: source?.guid ?? guidOf(note),
    type: builtInNoteTypes[note.kind].id,
    fields: note.fields.map((field) => withMediaNames(field, note.format)),
    changedAt: note.updatedAt.getTime(),
    ...keptOf(parts, types),
    cards: cards.map((card) => cardOf(card, deckOf, { number: card.number, flag: flagIn(source, card) })),
  };
  return [{ note: exported, cardIds: cards.map(({ id }) => id) }];
}

/** A card by itself, as a question with its answer. */
function exportedAlone(card: Card, deckOf: CardPlace): ExportedNote {
  const note = noteHeldBy({ ...card, kind: plainKind.id });
  const [exported] = exportedNote({ note, cards: [{ ...card, number: 1 }] }, new Map(), deckOf);
  if (!exported) throw new Error('A card makes a note.');
  return exported;
}

/**
 * A note of another program's kind, whose cards hold their sides: as it was imported when no card was changed since,
 * otherwise each card by itself.
 */
export function exportedForeign(
  source: NoteSource,
  { all, shown }: { all: readonly Card[]; shown: readonly Card[] },
  types: Types,
  deckOf: CardPlace,
): ExportedNote[] {
  const byId = new Map(all.map((card) => [card.id, card]));
  const places = source.cardIds.map((id, at) => ({ card: byId.get(id), number: source.numbers[at] ?? 1 }));
  const present = places.flatMap(({ card, number }) => (card ? [{ card, number }] : []));
  const [first] = present;
  const alone = () => shown.map((card) => exportedAlone(card, deckOf));
  if (!first || present.length < places.length || !types.has(source.type)) return alone();
  const { format, tags, updatedAt } = first.card;
  const note: CollectionNote = {
    guid: source.guid,
    type: source.type,
    kind: 'custom',
    format,
    fields: [...source.fields],
    ...(source.sourceFields ? { sourceFields: [...source.sourceFields] } : {}),
    tags: [...tags],
    changedAt: source.changedAt ?? updatedAt.getTime(),
    cards: present.map(({ card, number }) => sidesOf(card, number)),
  };
  if (digestOf(note) !== source.digest) return alone();
  const wanted = new Set(shown.map(({ id }) => id));
  const cards = present.filter(({ card }) => wanted.has(card.id));
  return [
    {
      note: {
        ...note,
        cards: cards.map(({ card, number }) => cardOf(card, deckOf, { number, flag: flagIn(source, card) })),
      },
      cardIds: cards.map(({ card }) => card.id),
    },
  ];
}
