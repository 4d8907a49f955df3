import { describe, expect, it } from 'vitest';
import {
  deletableRevocations,
  isRetired,
  nextKey,
  publishedKeys,
  signingKeyAt,
  type KeyTimes,
} from './signing-key.ts';

const start = new Date('2026-03-01T00:00:00Z');
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const key = (generation: number, minutes: number): KeyTimes => ({
  id: `key-${generation}`,
  generation,
  signsFrom: after(minutes),
  revocationsBefore: (generation - 1) * 100,
});
const day = 24 * 60;
const old = key(1, 0);
const next = key(2, 30 * day);

describe('revocations', () => {
  it('that are older than the oldest key may be deleted, and none while the first key exists', () => {
    expect(deletableRevocations([next, old])).toBe(0);
    expect(deletableRevocations([next])).toBe(100);
    expect(deletableRevocations([])).toBe(0);
  });
});

describe('key rotation', () => {
  it('begins with a key that signs at once', () => {
    expect(nextKey([], start, 30)).toEqual({ generation: 1, signsFrom: start });
  });
  it('makes no key before the newest one is old enough', () => {
    expect(nextKey([old], after(30 * day - 1), 30)).toBeNull();
  });
  it('publishes the next key 20 minutes before it signs', () => {
    expect(nextKey([old], after(30 * day), 30)).toEqual({ generation: 2, signsFrom: after(30 * day + 20) });
  });
});

describe('the signing key', () => {
  it('is the newest whose start has passed', () => {
    expect(signingKeyAt([old, next], after(30 * day - 1))).toBe(old);
    expect(signingKeyAt([old, next], after(30 * day))).toBe(next);
  });
  it('there is no signing key before the first one is made', () =>
    expect(signingKeyAt([], start)).toBeNull());
  it('is the oldest when the clock was set back to before all keys, so that users can still sign in', () => {
    expect(signingKeyAt([old, next], after(-60))).toBe(old);
  });
});

describe('the accepted keys', () => {
  it('overlap: the next key before it signs, the old one until its last token cannot be renewed', () => {
    const atStart = publishedKeys([old, next], after(30 * day - 10));
    expect(atStart.map(({ id }) => id)).toEqual(['key-2', 'key-1']);
    expect(publishedKeys([old, next], after(60 * day + 13 * 60 - 1))).toContain(old);
  });
  it('include the old one until an hour after the last renewal of its tokens', () => {
    expect(publishedKeys([old, next], after(60 * day + 13 * 60))).toEqual([next]);
    expect(isRetired(old, [old, next], after(60 * day + 13 * 60))).toBe(true);
  });
  it('include the newest, however old it is', () => {
    expect(publishedKeys([old], after(400 * day))).toEqual([old]);
  });
});
