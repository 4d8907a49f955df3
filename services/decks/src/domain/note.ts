import { ValidationFailed, limits, type Format } from '@kumbuka/contracts';
import { isHeldByCard, noteKind, type MadeCard } from '@kumbuka/contracts/kinds';
import { countCodePoints, isBlank } from '@kumbuka/text';
import { newCard, type Card } from './card.ts';

/** What a learner writes in a note. */
export interface NoteContent {
  fields: readonly string[];
  tags: readonly string[];
  format: Format;
}

/** What cards are made from. A card that names no stored note holds its own. */
export interface Note extends NoteContent {
  /** Id of the first card that it made. */
  id: number;
  ownerId: number;
  clientId?: string;
  kind: string;
  createdAt: Date;
  updatedAt: Date;
  /** Incremented by each change of the content. */
  version: number;
}

/** A note with its cards, by number. */
export interface NoteWithCards {
  note: Note;
  cards: readonly Card[];
}

/** Note that a client creates. */
export interface AddedNote extends NoteContent {
  kind: string;
  clientId?: string | undefined;
}

/** The note of a card that names no stored one. */
export const noteHeldBy = ({
  id,
  ownerId,
  clientId,
  kind,
  format,
  front,
  back,
  tags,
  ...card
}: Card): Note => ({
  id,
  ownerId,
  ...(clientId === undefined ? {} : { clientId }),
  kind,
  fields: [front, back],
  tags,
  format,
  createdAt: card.createdAt,
  updatedAt: card.updatedAt,
  version: card.version,
});

/** How the fields of a note of a kind are written. */
const formatOf = (kind: string, format: Format): Format => (noteKind(kind).isRich ? 'rich' : format);

const refused = (path: string, message: string) => new ValidationFailed([{ path, message }]);

function assertFields(kind: string, fields: readonly string[]) {
  const definitions = noteKind(kind).fields;
  if (fields.length !== definitions.length) throw refused('fields', 'Is not valid.');
  for (const [index, { isOptional }] of definitions.entries())
    if (!isOptional && isBlank(fields[index] ?? '')) throw refused(`fields.${index}`, 'Must not be blank.');
}

/** Cards that fields make. Throws `ValidationFailed` when they make none, too many, or one with an invalid side. */
export function makeCards(kind: string, fields: readonly string[]): MadeCard[] {
  assertFields(kind, fields);
  const { cardsOf, withoutCards } = noteKind(kind);
  const made = cardsOf(fields);
  if (made.length === 0) throw refused('fields.0', withoutCards?.en ?? 'Is not valid.');
  if (made.length > limits.cardsPerNote)
    throw refused('fields.0', `Must have at most ${limits.cardsPerNote} items.`);
  for (const side of made.flatMap(({ front, back }) => [front, back])) {
    if (isBlank(side)) throw refused('fields.0', 'Must not be blank.');
    if (countCodePoints(side) > limits.cardSide)
      throw refused('fields.0', `Must be at most ${limits.cardSide} characters.`);
  }
  return made;
}

/** Whether the row of the only card holds the note. */
export const isHeld = ({ kind, fields }: Pick<Note, 'kind' | 'fields'>): boolean =>
  isHeldByCard(noteKind(kind), fields);

export interface NoteOrigin {
  /** One for each card. */
  ids: readonly number[];
  deckId: number;
  ownerId: number;
  at: Date;
}

/** Cards of a note that do not exist yet. */
function newCardsOf(note: Note, made: readonly MadeCard[], { ids, deckId, ownerId, at }: NoteOrigin): Card[] {
  const noteId = isHeld(note) ? null : note.id;
  return made.flatMap(({ number, front, back }, index): Card[] => {
    const id = ids[index];
    if (id === undefined) return [];
    const { kind, tags, format, clientId } = note;
    const card = newCard(
      { front, back, format, clientId: noteId === null ? clientId : undefined },
      { id, deckId, ownerId, at },
    );
    return [{ ...card, kind, noteId, number, tags }];
  });
}

export function newNote(added: AddedNote, made: readonly MadeCard[], origin: NoteOrigin): NoteWithCards {
  const { ownerId, at } = origin;
  const { clientId, ...content } = added;
  const note: Note = {
    ...content,
    format: formatOf(content.kind, content.format),
    id: origin.ids[0] ?? 0,
    ownerId,
    ...(clientId === undefined ? {} : { clientId }),
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
  return { note, cards: newCardsOf(note, made, origin) };
}

const isSameList = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((each, index) => each === right[index]);

export const isSameContent = (left: NoteContent, right: NoteContent): boolean =>
  left.format === right.format && isSameList(left.fields, right.fields) && isSameList(left.tags, right.tags);

/** A changed note, and what happens to its cards. */
export interface NoteUpdate {
  note: Note;
  /** Cards that stay, with their former state. */
  kept: readonly { before: Card; card: Card }[];
  removed: readonly Card[];
  /** To be created. */
  added: readonly MadeCard[];
}

function keepCard(before: Card, { front, back }: MadeCard, { tags, format }: Note, at: Date): Card {
  const isSame = before.front === front && before.back === back && before.format === format;
  return isSame
    ? { ...before, tags }
    : { ...before, tags, format, front, back, updatedAt: at, version: before.version + 1 };
}

/**
 * Changes the content of a note. Cards stay with their numbers, so their schedules stay too. A card that the learner
 * deleted returns only when no other one would be left.
 */
export function updateNote({ note, cards }: NoteWithCards, content: NoteContent, at: Date): NoteUpdate {
  const format = formatOf(note.kind, content.format);
  const after: Note = { ...note, ...content, format, updatedAt: at, version: note.version + 1 };
  const made = new Map(makeCards(note.kind, content.fields).map((each) => [each.number, each]));
  const earlier = new Set(
    noteKind(note.kind)
      .cardsOf(note.fields)
      .map(({ number }) => number),
  );
  const kept = cards.flatMap((before) => {
    const target = made.get(before.number);
    return target ? [{ before, card: keepCard(before, target, after, at) }] : [];
  });
  const fresh = [...made.values()].filter(({ number }) => !earlier.has(number));
  return {
    note: after,
    kept,
    removed: cards.filter(({ number }) => !made.has(number)),
    added: kept.length + fresh.length > 0 ? fresh : [...made.values()],
  };
}

/** Cards that an update creates. */
export const addedCardsOf = ({ note, added }: NoteUpdate, origin: NoteOrigin): Card[] =>
  newCardsOf(note, added, origin);
