import { describe, expect, it } from 'vitest';
import { hashOf, shardOf } from './shard-keys.ts';

const range = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

/** The fullest shard as a multiple of what each would have if all had the same. */
function fullness(ids: readonly number[], shards: number): number {
  const counts = Array.from({ length: shards }, () => 0);
  for (const id of ids) counts[shardOf(id, shards)] = (counts[shardOf(id, shards)] ?? 0) + 1;
  return (Math.max(...counts) * shards) / ids.length;
}

describe('hashed routing', () => {
  it('hashed routing hashes an id as MongoDB does', () => {
    // As MongoDB's own test of its hasher says.
    expect([0, 1].map(hashOf)).toEqual([4_854_801_880_128_277_513n, 5_902_408_780_260_971_510n]);
  });

  it.each([2, 4, 8, 16])(
    'hashed routing spreads learners over %i shards, all of them and the newest alone',
    (shards) => {
      expect(fullness(range(1, 50_000), shards)).toBeLessThan(1.1);
      expect(fullness(range(40_001, 10_000), shards)).toBeLessThan(1.15);
    },
  );

  it('hashed routing spreads learners whose ids come in blocks with gaps', () => {
    const ids = range(0, 400).flatMap((block) => range(1 + block * 5_000, 50));
    expect(fullness(ids, 8)).toBeLessThan(1.1);
  });
});
