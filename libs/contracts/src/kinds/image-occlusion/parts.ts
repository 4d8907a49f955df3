import type { Mask } from './masks.ts';

/** How an area is drawn: asked for, covered like the asked one, or shown as the answer. */
export type PartState = 'asked' | 'covered' | 'shown';

export interface Part {
  state: PartState;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What one side draws over its picture. */
export interface Parts {
  /** Place of the asked part among all, from 1. */
  position: number;
  total: number;
  parts: Part[];
}

/** Numbers are ten-thousandths of width and height. */
export const partsPattern = /^\d{1,3}\/\d{1,3}(?:;[acs](?:,\d{1,5}){4}){1,1000}$/;
const inAddress = /#parts=([\d/;,acs]+)$/;
const scale = 10_000;

const letters: Record<PartState, string> = { asked: 'a', covered: 'c', shown: 's' };
const states: Record<string, PartState> = { a: 'asked', c: 'covered', s: 'shown' };

/** The parts of a side as the end of the address of its picture. A program that does not know it shows the picture. */
export function partsOfAddress({ position, total, parts }: Parts): string {
  const list = parts.map(({ state, ...box }) =>
    [
      letters[state],
      ...[box.left, box.top, box.width, box.height].map((each) => Math.round(each * scale)),
    ].join(','),
  );
  return `#parts=${[`${position}/${total}`, ...list].join(';')}`;
}

/** Divides an address into that of the picture and its parts, which may be empty. */
export function splitAddress(address: string): { address: string; parts: string } {
  const found = inAddress.exec(address);
  return found ? { address: address.slice(0, found.index), parts: found[1] ?? '' } : { address, parts: '' };
}

/** Reads what `partsOfAddress` wrote, without its beginning; `null` for anything else. */
export function readParts(text: string): Parts | null {
  if (!partsPattern.test(text)) return null;
  const [place = '', ...list] = text.split(';');
  const [position = 0, total = 0] = place.split('/').map(Number);
  const parts = list.map((each): Part => {
    const [letter = '', ...numbers] = each.split(',');
    const [left = 0, top = 0, width = 0, height = 0] = numbers.map((number) => Number(number) / scale);
    return { state: states[letter] ?? 'covered', left, top, width, height };
  });
  return { position, total, parts };
}

/** What the two sides of the card with a number draw. */
export function sidesOfMasks(masks: readonly Mask[], number: number): { front: Parts; back: Parts } {
  const numbers = [...new Set(masks.map((mask) => mask.number))].toSorted((a, b) => a - b);
  const place = { position: numbers.indexOf(number) + 1, total: numbers.length };
  const drawn = (own: PartState): Part[] =>
    masks
      .filter((mask) => mask.number === number || mask.staysCovered)
      .map(({ left, top, width, height, ...mask }) => ({
        state: mask.number === number ? own : 'covered',
        left,
        top,
        width,
        height,
      }));
  return { front: { ...place, parts: drawn('asked') }, back: { ...place, parts: drawn('shown') } };
}
