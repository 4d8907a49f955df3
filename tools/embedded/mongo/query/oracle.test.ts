import { Query } from 'mingo';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { decode, type Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { compileFilter } from './matcher.ts';
import { compileProjection } from './projection.ts';

const CASES = 4_000;

/** Deterministic generator (mulberry32), so that a failure can be repeated. */
function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
  return { below, pick };
}

type Random = ReturnType<typeof createRandom>;

function aValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 2 ? 4 : 7);
  if (kind < 2) return random.below(5);
  if (kind === 2) return random.pick(['x', 'y', 'z']);
  if (kind === 3) return random.pick([null, true, false]);
  if (kind < 6) return Array.from({ length: random.below(4) }, () => aValue(random, depth + 1));
  return { [random.pick(['b', 'c'])]: aValue(random, depth + 1) };
}

const aDocument = (random: Random): Document => ({
  _id: 1,
  ...Object.fromEntries(['a', 'b'].map((name) => [name, aValue(random)])),
});

function anOperator(random: Random, depth = 0): Document {
  const scalar = () => random.pick<unknown>([0, 1, 2, 3, 4, 'x', 'y', true]);
  const operators: (() => Document)[] = [
    () => ({ $eq: scalar() }),
    () => ({ $ne: scalar() }),
    () => ({ [random.pick(['$gt', '$gte', '$lt', '$lte'])]: random.pick<unknown>([1, 2, 3, 'x', 'y']) }),
    () => ({ [random.pick(['$in', '$nin'])]: [scalar(), scalar()] }),
  ];
  const negation = () => ({ $not: anOperator(random, depth + 1) });
  return random.pick(depth > 1 ? operators : [...operators, negation])();
}

/** Filters that mingo evaluates as MongoDB does: no dotted paths through arrays, no `$type`. */
const aFilter = (random: Random): Document => ({ [random.pick(['a', 'b'])]: anOperator(random) });

it('the embedded MongoDB matches documents as an independent implementation does', () => {
  const random = createRandom(28);
  const differences = Array.from({ length: CASES }, () => {
    const document = aDocument(random);
    const filter = aFilter(random);
    return {
      document,
      filter,
      actual: compileFilter(filter)(document),
      expected: new Query(filter).test(document),
    };
  }).filter(({ actual, expected }) => actual !== expected);
  expect(differences.slice(0, 5).map((each) => JSON.stringify(each))).toEqual([]);
});

it('the embedded MongoDB projects documents as an independent implementation does', () => {
  const random = createRandom(28);
  const differences = Array.from({ length: CASES }, () => {
    const document = aDocument(random);
    const projection = random.pick<Document>([
      { a: 1 },
      { a: 0 },
      { 'a.b': 1 },
      { 'a.b': 1, b: true },
      { a: { b: 1 } },
      { a: { b: true, c: 1 } },
      { _id: 0, b: { c: 1 } },
    ]);
    const dotted = Object.fromEntries(
      Object.entries(projection).flatMap(([name, value]) =>
        typeof value === 'object'
          ? Object.entries(value as Document).map(([inner, is]) => [`${name}.${inner}`, is])
          : [[name, value]],
      ),
    );
    const actual = decode(compileProjection(projection)!(encode(document)));
    const expected = new Query({}).find([document], dotted).all()[0];
    return { document, projection, actual, expected };
  }).filter(({ actual, expected }) => !isDeepStrictEqual(actual, expected));
  expect(differences.slice(0, 5).map((each) => JSON.stringify(each))).toEqual([]);
});
