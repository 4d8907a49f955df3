import { expect, it } from 'vitest';
import { afterKey, boxBetween, boxInMiddle, moved, nextNumber, placesOf, resized } from './part-geometry.ts';

const box = { left: 0.2, top: 0.3, width: 0.4, height: 0.2 };
const near = (value: object) =>
  Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, Math.round(Number(each) * 1000) / 1000]),
  );

it('a rectangle is drawn from any corner, and not by a tap', () => {
  const wanted = { left: 0.1, top: 0.2, width: 0.3, height: 0.3 };
  expect(near(boxBetween({ x: 0.4, y: 0.2 }, { x: 0.1, y: 0.5 }) ?? {})).toEqual(wanted);
  expect(boxBetween({ x: 0.4, y: 0.2 }, { x: 0.4, y: 0.9 })).toBeNull();
  expect(boxBetween({ x: 0.5, y: 0.5 }, { x: 7, y: -7 })).toEqual({
    left: 0.5,
    top: 0,
    width: 0.5,
    height: 0.5,
  });
});

it('a rectangle keeps its size at the edge, and its opposite corner while it is resized', () => {
  expect(near(moved(box, { x: 9, y: -9 }))).toEqual({ ...box, left: 0.6, top: 0 });
  expect(near(resized(box, 'top-left', { x: 0.1, y: 0.1 }))).toEqual({
    left: 0.3,
    top: 0.4,
    width: 0.3,
    height: 0.1,
  });
  expect(near(resized(box, 'bottom-right', { x: -9, y: 9 }))).toEqual({ ...box, width: 0.01, height: 0.7 });
});

it('arrow keys move it, with Shift they resize it', () => {
  expect(near(afterKey(box, 'ArrowLeft', false) ?? {})).toEqual({ ...box, left: 0.19 });
  expect(near(afterKey(box, 'ArrowDown', true) ?? {})).toEqual({ ...box, height: 0.21 });
  expect(afterKey(box, 'a', false)).toBeNull();
});

it('parts keep their numbers, and a new one never gets that of a removed one', () => {
  const mask = (number: number) => ({ ...boxInMiddle(0), number, staysCovered: true, label: '' });
  expect(placesOf([mask(7), mask(2), mask(7)])).toEqual(
    new Map([
      [2, 1],
      [7, 2],
    ]),
  );
  expect(nextNumber([mask(2)], 7)).toBe(8);
});
