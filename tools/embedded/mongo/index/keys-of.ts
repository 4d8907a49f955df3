import type { Document } from '../bson/decode.ts';
import { EMPTY_ARRAY_KEY, encodeKey, invertKey } from '../bson/keys.ts';
import { field, isDocument } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { isArrayIndex } from '../query/paths.ts';

export type IndexField = { path: string; parts: string[]; descending: boolean };

/** Keys of one document in an index, and the positions of the fields with arrays. */
type DocumentKeys = { keys: string[]; arrays: Set<number> };

const EMPTY = Symbol('empty array');
const isEmptyArray = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

type Found = { value: unknown } | { array: unknown[]; prefix: string };

/** Error for two arrays of which neither contains the other. */
type Rejection = (paths: string[]) => Error;

interface KeyOptions {
  reject?: Rejection;
  /** Omits the keys without a value. */
  sparse?: boolean;
}

/** Computes the keys under which an index lists the document; an array results in one key per element. */
export function keysOf(
  document: Document,
  fields: readonly IndexField[],
  { reject = parallelArrays, sparse = false }: KeyOptions = {},
): DocumentKeys {
  const arrays = new Set<number>();
  const tuples = expand({ fields, arrays, parallelArrays: reject }, document, new Map());
  const listed = sparse ? tuples.filter((tuple) => tuple.some((value) => value !== undefined)) : tuples;
  const keys = new Set(listed.map((tuple) => joinKey(tuple, fields)));
  return { keys: [...keys], arrays };
}

/** Returns the values of one of a document's keys; for an array, those of the element. */
export function valuesOfKey(document: Document, fields: readonly IndexField[], key: string): unknown[] {
  const tuples = expand({ fields, arrays: new Set(), parallelArrays }, document, new Map());
  const tuple = tuples.find((each) => joinKey(each, fields) === key) ?? [];
  return tuple.map((value) => (value === EMPTY ? undefined : value));
}

function joinKey(values: unknown[], fields: readonly IndexField[]): string {
  let key = '';
  for (const [position, { descending }] of fields.entries()) {
    const value = values[position];
    const part = value === EMPTY ? EMPTY_ARRAY_KEY : encodeKey(value);
    key += descending ? invertKey(part) : part;
  }
  return key;
}

interface Expansion {
  fields: readonly IndexField[];
  arrays: Set<number>;
  parallelArrays: Rejection;
}

function expand(expansion: Expansion, document: Document, chosen: Map<string, unknown>): unknown[][] {
  const { fields, arrays } = expansion;
  const found = fields.map(({ parts }) => follow(document, parts, chosen));
  const prefixes = new Set<string>();
  let elements: unknown[] = [];
  for (const [position, one] of found.entries()) {
    if (!('prefix' in one)) continue;
    arrays.add(position);
    prefixes.add(one.prefix);
    elements = one.array;
  }
  if (prefixes.size === 0) return [found.map((one) => ('value' in one ? one.value : undefined))];
  if (prefixes.size > 1) throw expansion.parallelArrays([...prefixes]);
  const [prefix] = [...prefixes] as [string];
  const choices = elements.length ? elements : [EMPTY];
  return choices.flatMap((element) => expand(expansion, document, new Map(chosen).set(prefix, element)));
}

/** Follows the path to the value. Stops at an array of which no element is chosen yet. */
function follow(document: Document, parts: string[], chosen: Map<string, unknown>): Found {
  let value: unknown = document;
  let prefix = '';
  for (let depth = 0; depth <= parts.length; depth++) {
    let opened = false;
    if (Array.isArray(value)) {
      const part = parts[depth];
      if (part !== undefined && isArrayIndex(part) && Number(part) < value.length) {
        value = value[Number(part)];
        prefix += `.${part}`;
        // The element at the end of the path is the value, also when it is an array.
        if (depth === parts.length - 1) return { value: isEmptyArray(value) ? EMPTY : value };
        continue;
      }
      if (!chosen.has(prefix)) return { array: value, prefix };
      value = chosen.get(prefix);
      opened = true;
    }
    if (depth === parts.length) return { value };
    if (opened && value === EMPTY) return { value: undefined };
    value = isDocument(value) ? field(value, parts[depth]!) : undefined;
    prefix += `.${parts[depth]!}`;
  }
  return { value };
}

const parallelArrays: Rejection = (paths) =>
  new MongoError(171, 'CannotIndexParallelArrays', `cannot index parallel arrays [${paths.join('] [')}]`);
