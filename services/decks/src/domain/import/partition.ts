import { limits } from '@kumbuka/contracts';
import { countCodePoints } from '@kumbuka/text';
import type { DeckSize } from '../deck.ts';

/** Deck of the account that takes the cards of a deck of the file. */
export interface TargetDeck extends DeckSize {
  deckId: number;
}

/** Place of a card: part of its deck, and position in that part. */
export interface CardPlacement {
  /** Index among all parts. */
  part: number;
  index: number;
}

export interface PlannedPart {
  path: string;
  number: number;
  /** Existing deck that is continued. */
  existing: TargetDeck | null;
  cards: number;
  textBytes: number;
}

/**
 * Divides the cards of a file into decks that keep the limits of a deck. The same cards in the same order always give
 * the same parts. `existing` are decks of the account by path.
 */
export function createPartition(existing: ReadonlyMap<string, TargetDeck>) {
  const parts: PlannedPart[] = [];
  const current = new Map<string, number>();

  const isFull = ({ existing: target, cards, textBytes }: PlannedPart, bytes: number) =>
    cards + 1 + (target?.cardCount ?? 0) > limits.cardsPerDeck ||
    textBytes + bytes + (target?.textBytes ?? 0) > limits.deckTextBytes;

  function open(path: string, number: number, target: TargetDeck | null): number {
    parts.push({ path, number, existing: target, cards: 0, textBytes: 0 });
    current.set(path, parts.length - 1);
    return parts.length - 1;
  }

  return {
    parts: (): readonly PlannedPart[] => parts,
    place(path: string, bytes: number): CardPlacement {
      let at = current.get(path) ?? open(path, 1, existing.get(path) ?? null);
      const last = parts[at];
      if (last && isFull(last, bytes)) at = open(path, last.number + 1, null);
      const part = parts[at];
      if (!part) throw new Error(`There is no part ${at}.`);
      part.textBytes += bytes;
      return { part: at, index: part.cards++ };
    },
  };
}

const cut = (text: string, length: number) => [...text].slice(0, length).join('');

/** Title of a deck: levels become `A / B`; the end, which tells decks apart, is kept when it is too long. */
export function titleOf(path: string, number: number): string {
  const suffix = number === 1 ? '' : ` (${number})`;
  const title = path
    .split('::')
    .map((level) => level.trim())
    .filter((level) => level !== '')
    .join(' / ');
  const room = limits.deckTitle - suffix.length;
  if (countCodePoints(title) <= room) return (title === '' ? '-' : title) + suffix;
  const [first = ''] = title.split(' / ');
  const start = cut(first, Math.floor(room / 3));
  return `${start}…${[...title].slice(-(room - countCodePoints(start) - 1)).join('')}${suffix}`;
}
