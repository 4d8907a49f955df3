import { expect, it } from 'vitest';
import { swipeOf } from './use-swipe.ts';

const phone = 390;
const from = (x: number, y = 400) => ({ x, y });

it('a swipe to the right is Correct, to the left Incorrect', () => {
  expect(swipeOf(from(100), from(200), phone)).toBe('right');
  expect(swipeOf(from(300), from(200), phone)).toBe('left');
});

it('a short or steep movement does not answer the card', () => {
  expect(swipeOf(from(100), from(160), phone)).toBeNull();
  expect(swipeOf(from(100, 400), from(200, 340), phone)).toBeNull();
  expect(swipeOf(from(200, 400), from(200, 100), phone)).toBeNull();
});

it('a swipe from the edge of the screen, which goes back in the browser, does not answer the card', () => {
  expect(swipeOf(from(10), from(200), phone)).toBeNull();
  expect(swipeOf(from(385), from(200), phone)).toBeNull();
});
