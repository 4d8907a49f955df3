import { describe, expect, it } from 'vitest';
import { hashOf, shardOf } from './shard-keys.ts';

const range = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

/** Returns the size of the fullest shard relative to the average. */
function fullness(ids: readonly number[], shards: number): number {
  const counts = Array.from({ length: shards }, () => 0);
  for (const id of ids) counts[shardOf(id, shards)] = (counts[shardOf(id, shards)] ?? 0) + 1;
  return (Math.max(...counts) * shards) / ids.length;
}

describe('hashed routing', () => {
  it('hashed routing hashes an id as MongoDB does', () => {
    // Values of MongoDB's own test of its hasher.
    expect([0, 1].map(hashOf)).toEqual([4_854_801_880_128_277_513n, 5_902_408_780_260_971_510n]);
  });

  it.each([2, 4, 8, 16])(
    'hashed routing spreads all learners, and the newest learners, evenly over %i shards',
    (shards) => {
      expect(fullness(range(1, 50_000), shards)).toBeLessThan(1.1);
      expect(fullness(range(40_001, 10_000), shards)).toBeLessThan(1.15);
    },
  );

  it('hashed routing evenly spreads learners whose ids come in blocks with gaps', () => {
    const ids = range(0, 400).flatMap((block) => range(1 + block * 5_000, 50));
    expect(fullness(ids, 8)).toBeLessThan(1.1);
  });
});
