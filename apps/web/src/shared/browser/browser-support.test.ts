import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { laterFeatures, loadMissing } from './browser-support.ts';

let kept: (PropertyDescriptor | undefined)[] = [];
beforeEach(async () => {
  kept = laterFeatures.map(([of, name]) => Object.getOwnPropertyDescriptor(of, name));
  for (const [of, name] of laterFeatures) Reflect.deleteProperty(of, name);
  await loadMissing();
});
afterEach(() => {
  vi.useRealTimers();
  laterFeatures.forEach(([of, name], index) => {
    Reflect.deleteProperty(of, name);
    if (kept[index]) Object.defineProperty(of, name, kept[index]);
  });
});

it('an old browser gets every method that the client calls', () => {
  expect(laterFeatures.filter(([of, name]) => !(name in of))).toEqual([]);
});

it('a loop over the keys of an object does not list the added methods', () => {
  const met = laterFeatures.filter(([of, name]) => Object.getOwnPropertyDescriptor(of, name)?.enumerable);
  expect(met).toEqual([]);
});

describe('AbortSignal.any', () => {
  it('is aborted by the first of its signals, with its reason', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const signal = AbortSignal.any([first.signal, second.signal]);
    expect(signal.aborted).toBe(false);
    second.abort(new Error('left'));
    first.abort(new Error('later'));
    expect(signal.reason).toEqual(new Error('left'));
  });
  it('of a signal that is aborted is aborted', () => {
    expect(AbortSignal.any([new AbortController().signal, AbortSignal.abort('gone')]).reason).toBe('gone');
  });
});

it('AbortSignal.timeout ends with a TimeoutError when its time is over', () => {
  vi.useFakeTimers();
  const signal = AbortSignal.timeout(20_000);
  vi.advanceTimersByTime(19_999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it('toSorted and toReversed leave the array as it was', () => {
  const numbers = [10, 9, 1];
  expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 9, 10]);
  expect(numbers.toSorted()).toEqual([1, 10, 9]);
  expect(numbers.toReversed()).toEqual([1, 9, 10]);
  expect(numbers).toEqual([10, 9, 1]);
});

it('a card that was left out of a session can be brought back in Chrome 107', () => {
  const cards = ['a', 'b', 'c'];
  expect(cards.toSpliced(1, 1)).toEqual(['a', 'c']);
  expect(cards.toSpliced(1, 0, 'x')).toEqual(['a', 'x', 'b', 'c']);
  expect(cards).toEqual(['a', 'b', 'c']);
});

it('isWellFormed returns false for text that was cut within an emoji', () => {
  const cut = '\u{1f600}'.slice(0, 1);
  expect(['\u{1f600}', cut, ''].map((text) => text.isWellFormed())).toEqual([true, false, true]);
  expect(`a${cut}b${cut}`.toWellFormed()).toBe('a\ufffdb\ufffd');
});

it('URL.canParse distinguishes an address from other text', () => {
  expect(URL.canParse('https://pay.example/x')).toBe(true);
  expect(URL.canParse('pay')).toBe(false);
  expect(URL.canParse('/x', 'https://pay.example')).toBe(true);
});

it('Promise.withResolvers resolves from outside', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  resolve(4);
  expect(await promise).toBe(4);
});
