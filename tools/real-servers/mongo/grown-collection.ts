import { mongo } from 'mongoose';
import { isFields, type RecordedQuery } from './recorded-query.ts';
import type { SampledCollection } from './samples.ts';

type Fields = Record<string, unknown>;

const NEVER_EQUAL = '~';
const SHARE_OF_COMMON_VALUES = 0.4;
const DAYS_APART = 60;
const DAY_MS = 86_400_000;

export type Random = () => number;

export const pick = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)];

/** Returns the value at a path; `undefined` also for a path through a list. */
export const valueAt = (document: Fields, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), document);

function withValueAt(document: Fields, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  if (rest.length === 0) return { ...document, [name]: value };
  const inner = document[name];
  return isFields(inner) ? { ...document, [name]: withValueAt(inner, rest, value) } : document;
}

/** Whether a value is a word such as a state or kind, of which no other values exist. */
export const isWord = (value: unknown): boolean => typeof value === 'string' && /^[a-z-]{0,24}$/i.test(value);

/** Returns a random value of the same type. */
function freshValue(value: unknown, random: Random): unknown {
  if (typeof value === 'number') return Math.floor(random() * 1_000_000);
  if (typeof value === 'string') return `${value}${NEVER_EQUAL}${Math.floor(random() * 2 ** 40)}`;
  if (value instanceof Date) return new Date(value.getTime() + (random() * 2 - 1) * DAYS_APART * DAY_MS);
  if (value instanceof mongo.ObjectId) return new mongo.ObjectId();
  return value;
}

function pathsOfFilter(filter: Fields): string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (!name.startsWith('$')) return [name];
    return Array.isArray(value) ? value.filter(isFields).flatMap(pathsOfFilter) : [];
  });
}

interface GrownPath {
  path: string;
  sampled: unknown[];
  /** Whether a unique index covers the field. */
  isDistinct: boolean;
}

/** Returns the fields in queries or indexes, with their sampled values. */
function grownPaths(
  { documents, indexes }: SampledCollection,
  queries: readonly RecordedQuery[],
): GrownPath[] {
  const keys = indexes.map(({ key, unique }) => ({ names: Object.keys(key), unique: unique === true }));
  const last = new Set(keys.filter(({ unique }) => unique).map(({ names }) => names.at(-1)));
  const names = [
    ...keys.flatMap((key) => key.names),
    ...queries.flatMap(({ filter, sort = {} }) => [...pathsOfFilter(filter), ...Object.keys(sort)]),
  ];
  return [...new Set(names)]
    .filter((path) => path !== '_id')
    .map((path) => ({
      path,
      sampled: documents.map((document) => valueAt(document, path)).filter((value) => value !== undefined),
      isDistinct: last.has(path),
    }));
}

function nextValue({ sampled, isDistinct }: GrownPath, value: unknown, random: Random): unknown {
  if (value === null || typeof value === 'boolean' || isWord(value))
    return isDistinct ? freshValue(value, random) : pick(sampled, random);
  if (!isDistinct && random() < SHARE_OF_COMMON_VALUES) return sampled[0];
  return freshValue(value, random);
}

/** Generates documents like the sampled ones, with other values in the fields of queries and indexes, some of them common. */
export function createGrower(
  collection: SampledCollection,
  queries: readonly RecordedQuery[],
  random: Random,
): () => Fields {
  const paths = grownPaths(collection, queries);
  return () => {
    const sample = pick(collection.documents, random) ?? {};
    let document: Fields = { ...sample, _id: freshValue(sample['_id'], random) };
    for (const grown of paths) {
      const value = valueAt(document, grown.path);
      if (value !== undefined)
        document = withValueAt(document, grown.path.split('.'), nextValue(grown, value, random));
    }
    return document;
  };
}
