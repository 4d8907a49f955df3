import type { Document } from '../bson/decode.ts';
import { encodeKey } from '../bson/keys.ts';
import { isDocument } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { isOperatorObject } from '../query/matcher.ts';
import { isRegex } from '../query/regex.ts';
import { setAt } from './target.ts';

type Equality = [path: string, value: unknown];

/** Returns the initial document of an upsert: the values that the filter requires by equality, in the order of paths. */
export function seedFromFilter(filter: Document, isReplacement: boolean): Document {
  const seed: Document = {};
  const all = equalities(filter).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const taken = isReplacement ? all.filter(([path]) => path === '_id') : all;
  assertNoOverlap(taken.map(([path]) => path));
  for (const [path, value] of taken) setAt(seed, path.split('.'), value);
  return seed;
}

/** Yields the parts of a filter that must all match. */
function* conjuncts(filter: Document): Generator<[string, unknown]> {
  for (const [name, condition] of Object.entries(filter)) {
    const parts = isConjunction(name, condition) ? condition : undefined;
    if (!parts) yield [name, condition];
    else for (const part of parts) if (isDocument(part)) yield* conjuncts(part);
  }
}

const isConjunction = (name: string, condition: unknown): condition is unknown[] =>
  Array.isArray(condition) && (name === '$and' || (name === '$or' && condition.length === 1));

const equalities = (filter: Document): Equality[] =>
  [...conjuncts(filter)].flatMap(([path, condition]) =>
    path.startsWith('$') ? [] : demandedValues(condition).map((value): Equality => [path, value]),
  );

function demandedValues(condition: unknown): unknown[] {
  if (!isOperatorObject(condition)) return isRegex(condition) ? [] : [condition];
  const { $eq: equal, $in: choice } = condition;
  const found: unknown[] = '$eq' in condition ? [equal] : [];
  if (Array.isArray(choice) && !choice.some(isRegex) && new Set(choice.map(encodeKey)).size === 1) {
    found.push(choice[0]);
  }
  return found;
}

function assertNoOverlap(paths: string[]): void {
  for (const [position, path] of paths.entries()) {
    const other = paths.slice(position + 1).find((next) => next === path || next.startsWith(`${path}.`));
    if (other === undefined) continue;
    throw new MongoError(
      54,
      'NotSingleValueField',
      `cannot infer query fields to set, path '${other}' is matched twice`,
    );
  }
}
