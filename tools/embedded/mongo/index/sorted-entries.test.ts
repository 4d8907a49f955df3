import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../testing/seeded-random.ts';
import { createSortedEntries } from './sorted-entries.ts';

describe('sorted entries', () => {
  it('equal a sorted list after thousands of changes', () => {
    const { below: random } = seededRandom(7);
    const entries = createSortedEntries<{ rid: number }>();
    const records = Array.from({ length: 3000 }, (_, rid) => ({ rid }));
    const expected = new Map<string, { key: string; record: { rid: number } }>();
    for (let step = 0; step < 12_000; step++) {
      const record = records[random(records.length)]!;
      const key = String.fromCharCode(97 + random(26), 97 + random(26));
      const name = `${key}${String(record.rid).padStart(5, '0')}`;
      if (random(3) === 0) {
        entries.remove(key, record);
        expected.delete(name);
      } else {
        entries.add(key, record);
        expected.set(name, { key, record });
      }
    }
    const sorted = [...expected].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
    expect([...entries.range('', '\u0100')]).toEqual(sorted);
    expect([...entries.range('', '\u0100', true)]).toEqual(sorted.toReversed());
    expect(entries.size()).toBe(sorted.length);
    for (const [start, end] of [
      ['c', 'd'],
      ['ab', 'zz'],
      ['q', 'q'],
      ['z', '\u0100'],
      ['', 'aa'],
    ] as const) {
      const within = sorted.filter(({ key }) => key >= start && key < end);
      expect([...entries.range(start, end)]).toEqual(within);
      expect([...entries.range(start, end, true)]).toEqual(within.toReversed());
      expect(entries.count(start, end)).toBe(within.length);
    }
  });

  it('can be added in bulk', () => {
    const entries = createSortedEntries<{ rid: number }>();
    const all = Array.from({ length: 2000 }, (_, n) => ({
      key: String((n * 7919) % 2000).padStart(4, '0'),
      record: { rid: n },
    }));
    entries.replaceAll(all);
    const keys = [...entries.range('', '\u0100')].map(({ key }) => key);
    expect(keys).toEqual(all.map(({ key }) => key).sort());
  });

  it('are empty after everything has been removed', () => {
    const entries = createSortedEntries<{ rid: number }>();
    const records = Array.from({ length: 1500 }, (_, rid) => ({ rid }));
    for (const record of records) entries.add('same', record);
    expect(entries.count('same', 'same\0')).toBe(1500);
    for (const record of records) entries.remove('same', record);
    expect([...entries.range('', '\u0100')]).toEqual([]);
    expect([...entries.range('', '\u0100', true)]).toEqual([]);
  });
});
