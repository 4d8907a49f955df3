import { calculateObjectSize, deserialize, Double, Long, ObjectId, serialize, Timestamp, UUID } from 'bson';
import { describe, expect, it } from 'vitest';
import { decode, keepFields } from './decode.ts';
import { encode } from './encode.ts';

const rich = {
  _id: new ObjectId(),
  text: 'Grüße 日本',
  int: 5,
  half: 0.5,
  whole: new Double(5),
  long: Long.fromNumber(7),
  far: 2n ** 60n,
  flag: true,
  nothing: null,
  at: new Date(0),
  list: [1, 'two', { three: 3 }, []],
  inner: { deep: { deeper: new UUID() } },
  stamp: new Timestamp({ t: 5, i: 6 }),
  pattern: /^a/i,
};

describe('decoding', () => {
  it('and encoding again gives the same bytes', () => {
    const bytes = Buffer.from(serialize(rich));
    expect(encode(decode(bytes)).equals(bytes)).toBe(true);
  });

  it('returns the same document as the driver', () => {
    const { list, text, at, flag, half, nothing, _id } = decode(serialize(rich));
    const expected = deserialize(serialize(rich));
    expect(expected).toMatchObject({ list, text, at, flag, half, nothing, _id });
  });

  it.each(Object.keys(rich))('the field %s is copied alone, and all others without it', (name) => {
    const bytes = serialize({ ...rich, binary: new UUID() });
    const whole = decode(bytes);
    expect(decode(keepFields(bytes, (each) => each === name))).toEqual({ [name]: whole[name] });
    const { [name]: _, ...others } = whole;
    expect(decode(keepFields(bytes, (each) => each !== name))).toEqual(others);
  });

  it('reads names that have the same hash', () => {
    const document = { Aa: 1, BB: 2, inner: { BB: 3, Aa: 4 } };
    expect(decode(serialize(document))).toEqual(document);
  });

  it('rejects every truncation of a document', () => {
    const bytes = Buffer.from(serialize(rich));
    for (let length = 0; length < bytes.length; length++) {
      const cut = Buffer.from(bytes.subarray(0, length));
      if (length >= 4) cut.writeInt32LE(length);
      expect(() => decode(cut)).toThrow(/Malformed BSON|out of range|buffer bounds/);
    }
  });

  it('reads or rejects a document with a changed byte, and never hangs', () => {
    const bytes = Buffer.from(serialize(rich));
    for (let at = 0; at < calculateObjectSize(rich); at++) {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at]! ^ 0xff;
      let outcome: unknown;
      try {
        outcome = decode(changed);
      } catch (error) {
        outcome = error;
      }
      expect(outcome).toBeTypeOf('object');
    }
  });

  it('rejects documents nested too deep', () => {
    let nested: object = {};
    for (let level = 0; level < 100; level++) nested = { nested };
    expect(() => decode(serialize(nested))).toThrow('nested object depth');
  });

  it('keeps a field called __proto__ an ordinary field', () => {
    const document = decode(serialize(JSON.parse('{"__proto__":{"a":1}}') as object));
    expect(Object.keys(document)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(document)).toBe(Object.prototype);
  });
});
