import { writtenFormat } from '@kumbuka/content';
import { limits, plainFormat, type Format } from '@kumbuka/contracts';
import { plainKind } from '@kumbuka/contracts/kinds';
import { dayMs } from '@kumbuka/contracts/study-day';
import { searchKey, termKey } from '@kumbuka/text';
import type { DeckSize } from './deck.ts';
import { LimitReached, SidesReadOnly } from './errors.ts';

export interface CardSides {
  front: string;
  back: string;
}

export interface Card extends CardSides {
  id: number;
  deckId: number;
  ownerId: number;
  /** UUID that the client chose when it created the card. */
  clientId?: string;
  createdAt: Date;
  updatedAt: Date;
  /** Kind of its note. */
  kind: string;
  /** How its note and so its sides are written. */
  format: Format;
  /** Stored note that made it; `null` for a card that holds its note itself. */
  noteId: number | null;
  /** Number among the cards of its note. */
  number: number;
  /** Tags of its note. */
  tags: readonly string[];
  /** Incremented by each event of the card. */
  version: number;
  /** Whether the learner does not want to study it for now. */
  suspended: boolean;
  /** Whether the learner marked it, to find it again. */
  flagged: boolean;
}

/** Key that two cards with the same question and answer share. */
const sidesKey = ({ front, back }: CardSides) => JSON.stringify([termKey(front), termKey(back)]);

/** Cards that are neither among the existing ones nor a repeat of an earlier one. */
export function newOnes<Sides extends CardSides>(
  cards: readonly Sides[],
  existing: readonly CardSides[],
): Sides[] {
  const keys = new Set(existing.map(sidesKey));
  return cards.filter((card) => {
    const key = sidesKey(card);
    const isNew = !keys.has(key);
    keys.add(key);
    return isNew;
  });
}

/** Marks of a card; one that is left out stays as it is. */
export interface CardMarks {
  suspended?: boolean | undefined;
  flagged?: boolean | undefined;
}

export interface CardOrigin {
  id: number;
  deckId: number;
  ownerId: number;
  at: Date;
}

/** Card that a client creates. */
export interface AddedCard extends CardSides {
  format?: Format | undefined;
  clientId?: string | undefined;
  /** When the card was made on a device without a network. */
  madeAt?: Date | undefined;
}

/** A card made offline exists from then on, so that answers given meanwhile are not older than it. */
function timeOfMaking({ madeAt }: AddedCard, at: Date): Date {
  if (!madeAt || madeAt > at) return at;
  return new Date(Math.max(madeAt.getTime(), at.getTime() - limits.answerAgeDays * dayMs));
}

export const newCard = (added: AddedCard, { at, ...origin }: CardOrigin): Card => ({
  ...origin,
  ...(added.clientId === undefined ? {} : { clientId: added.clientId }),
  front: added.front,
  back: added.back,
  kind: plainKind.id,
  format: added.format ?? plainFormat,
  noteId: null,
  number: 1,
  tags: [],
  createdAt: timeOfMaking(added, at),
  updatedAt: at,
  version: 1,
  suspended: false,
  flagged: false,
});

/** A card made from a text; its sides decide whether it is formatted. */
export const newGeneratedCard = (sides: CardSides, origin: CardOrigin): Card =>
  newCard({ ...sides, format: writtenFormat(sides) }, origin);

/** New text of a card; without a format the card keeps its own. */
export interface EditedSides extends CardSides {
  format?: Format | undefined;
}

export interface CardEdited {
  card: Card;
  changed: boolean;
}

/**
 * Replaces the text of a card; the same text changes nothing, not even version and time. Throws `SidesReadOnly` for a
 * card of a stored note.
 */
export function editSides(
  card: Card,
  { front, back, format = card.format }: EditedSides,
  at: Date,
): CardEdited {
  if (card.front === front && card.back === back && card.format === format) return { card, changed: false };
  if (card.noteId !== null) throw new SidesReadOnly();
  return {
    card: { ...card, front, back, format, updatedAt: at, version: card.version + 1 },
    changed: true,
  };
}

/** Sets marks of a card. Only a suspension is published, so only it raises the version. */
export function markCard(card: Card, { suspended = card.suspended, flagged = card.flagged }: CardMarks) {
  const suspensionChanged = suspended !== card.suspended;
  const version = suspensionChanged ? card.version + 1 : card.version;
  return {
    card: { ...card, suspended, flagged, version },
    suspensionChanged,
    changed: suspensionChanged || flagged !== card.flagged,
  };
}

/** Puts a card into another deck of its owner. Its text, times and marks stay; the same deck changes nothing. */
export const moveCard = (card: Card, deckId: number): Card =>
  card.deckId === deckId ? card : { ...card, deckId, version: card.version + 1 };

/** Whether a side contains a search key. */
export const containsKey = ({ front, back }: CardSides, key: string): boolean =>
  searchKey(front).includes(key) || searchKey(back).includes(key);

const utf8 = new TextEncoder();
/** UTF-8 bytes of both sides. */
export const textBytes = ({ front, back }: CardSides): number =>
  utf8.encode(front).length + utf8.encode(back).length;

/** Number of cards and bytes that cards add to their deck. */
export const sizeOf = (cards: readonly CardSides[]): DeckSize => ({
  cardCount: cards.length,
  textBytes: cards.reduce((sum, card) => sum + textBytes(card), 0),
});

export const addSize = (a: DeckSize, b: DeckSize): DeckSize => ({
  cardCount: a.cardCount + b.cardCount,
  textBytes: a.textBytes + b.textBytes,
});

/** Rejects a card that exceeds the limits; the deck's size includes it. */
export function assertCardFits(size: DeckSize) {
  if (size.cardCount > limits.cardsPerDeck) throw new LimitReached('TOO_MANY_CARDS');
  if (size.textBytes > limits.deckTextBytes) throw new LimitReached('TOO_MUCH_TEXT');
}
