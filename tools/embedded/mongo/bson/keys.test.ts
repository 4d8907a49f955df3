import { Binary, BSONRegExp, Double, Int32, Long, ObjectId, Timestamp } from 'bson';
import { describe, expect, it } from 'vitest';
import { encodeKey, invertKey } from './keys.ts';

const ordered: unknown[] = [
  null,
  NaN,
  -Infinity,
  -(2n ** 62n) - 2n,
  -(2n ** 62n) - 1n,
  -(2n ** 62n),
  -1e10,
  -1.5,
  -1,
  0,
  0.1,
  1,
  Long.fromNumber(2),
  new Double(3),
  2n ** 53n,
  2n ** 53n + 1n,
  2n ** 53n + 2n,
  2n ** 53n + 3n,
  2n ** 63n - 3n,
  2n ** 63n - 2n,
  2n ** 63n - 1n,
  1e300,
  Infinity,
  '',
  '\0',
  '\0a',
  '\u0001',
  'A',
  'a',
  'a\0',
  'aa',
  'b',
  'é',
  '日本',
  '😀',
  {},
  { a: 1 },
  { a: 1, b: 0 },
  { a: 2 },
  { b: 1 },
  { a: 'text' },
  [],
  [1],
  [1, 2],
  [2],
  new Binary(Buffer.from([9])),
  new Binary(Buffer.from([1, 2])),
  new ObjectId('000000000000000000000001'),
  new ObjectId('ff0000000000000000000001'),
  false,
  true,
  new Date(-5),
  new Date(0),
  new Date(1_700_000_000_000),
  new Timestamp({ t: 1, i: 1 }),
  new Timestamp({ t: 0xffffffff, i: 1 }),
  new BSONRegExp('a'),
  new BSONRegExp('b'),
];

describe('keys', () => {
  it('order values like BSON', () => {
    const keys = ordered.map(encodeKey);
    expect([...keys].sort((a, b) => (a < b ? -1 : 1))).toEqual(keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('inverted keys order values backwards', () => {
    const keys = ordered.map((value) => invertKey(encodeKey(value)));
    expect([...keys].sort((a, b) => (a < b ? 1 : -1))).toEqual(keys);
  });

  it('no key is a prefix of another, so that keys of fields can be joined', () => {
    const keys = ordered.map(encodeKey);
    for (const key of keys) expect(keys.filter((other) => other.startsWith(key))).toEqual([key]);
  });

  it('are the same for the same number in every type', () => {
    const three = [3, new Int32(3), new Double(3), Long.fromNumber(3), 3n];
    expect(new Set(three.map(encodeKey)).size).toBe(1);
    expect(encodeKey(-0)).toBe(encodeKey(0));
  });

  it('hold one byte in each character', () => {
    // eslint-disable-next-line no-control-regex
    for (const value of ordered) expect(encodeKey(value)).toMatch(/^[\x00-\xff]*$/);
  });
});
