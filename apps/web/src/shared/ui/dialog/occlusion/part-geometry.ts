import { maxMaskNumber, type Mask } from '@kumbuka/contracts/kinds';

/** A place or a length in a picture; shares of its width and height. */
export interface Point {
  x: number;
  y: number;
}

export type Box = Pick<Mask, 'left' | 'top' | 'width' | 'height'>;
export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
export const corners: readonly Corner[] = ['top-left', 'top-right', 'bottom-left', 'bottom-right'];

/** Smaller rectangles are slips of the hand. */
const smallest = 0.01;

const within = (value: number, from = 0, to = 1) => Math.min(to, Math.max(from, value));

/** Rectangle between two opposite corners; `null` when it would be too small. */
export function boxBetween(a: Point, b: Point): Box | null {
  const [left, right] = [within(Math.min(a.x, b.x)), within(Math.max(a.x, b.x))];
  const [top, bottom] = [within(Math.min(a.y, b.y)), within(Math.max(a.y, b.y))];
  const [width, height] = [right - left, bottom - top];
  return width < smallest || height < smallest ? null : { left, top, width, height };
}

/** Moves a rectangle inside the picture. */
export const moved = ({ left, top, width, height }: Box, by: Point): Box => ({
  left: within(left + by.x, 0, 1 - width),
  top: within(top + by.y, 0, 1 - height),
  width,
  height,
});

/** Moves one corner; the opposite one stays. */
export function resized({ left, top, width, height }: Box, corner: Corner, by: Point): Box {
  const [right, bottom] = [left + width, top + height];
  const isLeft = corner.endsWith('left');
  const isTop = corner.startsWith('top');
  const from = {
    x: isLeft ? within(left + by.x, 0, right - smallest) : left,
    y: isTop ? within(top + by.y, 0, bottom - smallest) : top,
  };
  const to = {
    x: isLeft ? right : within(right + by.x, left + smallest),
    y: isTop ? bottom : within(bottom + by.y, top + smallest),
  };
  return { left: from.x, top: from.y, width: to.x - from.x, height: to.y - from.y };
}

const step = 0.01;
const steps: Record<string, Point> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

/** The rectangle after an arrow key, which moves it or, with Shift, its lower right corner; `null` for other keys. */
export function afterKey(box: Box, key: string, isShift: boolean): Box | null {
  const by = steps[key];
  if (!by) return null;
  return isShift ? resized(box, 'bottom-right', by) : moved(box, by);
}

/** A rectangle for a learner without a pointer: in the middle, a little aside for each one that is there. */
export const boxInMiddle = (count: number): Box =>
  moved({ left: 0.4, top: 0.4, width: 0.2, height: 0.2 }, { x: (count % 5) * 0.05, y: (count % 5) * 0.05 });

/** Numbers of the parts in their order; parts of one number are one card. */
export const placesOf = (masks: readonly Mask[]): Map<number, number> =>
  new Map(
    [...new Set(masks.map(({ number }) => number))]
      .toSorted((a, b) => a - b)
      .map((number, index) => [number, index + 1]),
  );

/** A number that no part has had, so that a new part never takes over the schedule of a removed one. */
export function nextNumber(masks: readonly Mask[], highest: number): number {
  const used = new Set(masks.map(({ number }) => number));
  const next = Math.max(highest, ...used) + 1;
  if (next <= maxMaskNumber) return next;
  return (
    Array.from({ length: maxMaskNumber }, (_, index) => index + 1).find((each) => !used.has(each)) ?? next
  );
}
