import type { Document } from '../bson/decode.ts';
import { encodeKey, invertKey } from '../bson/keys.ts';
import { field, isDocument, toNumber } from '../bson/values.ts';
import { badValue, location } from '../errors.ts';
import { keysOf } from '../index/keys-of.ts';

export type SortField = { path: string; parts: string[]; descending: boolean };

/** Parses `{ a: 1, b: -1 }`. Throws for directions other than 1 and -1. */
export function readSort(sort: unknown): SortField[] {
  if (sort === undefined || sort === null) return [];
  if (!isDocument(sort)) throw badValue('Expected field sort to be of type object');
  return Object.entries(sort).map(([path, direction]) => {
    if (isDocument(direction)) throw badValue(`$meta sorts are not supported (${path})`);
    const sign = toNumber(direction);
    if (sign !== 1 && sign !== -1) throw location(15975, '$sort key ordering must be 1 or -1');
    if (path.startsWith('$') && path !== '$natural') throw location(16410, `Bad sort field ${path}`);
    return { path, parts: path.split('.'), descending: sign < 0 };
  });
}

/** Returns a string that sorts documents by the pattern. For arrays, the lowest index key of the document counts. */
export function sortKey(document: Document, fields: readonly SortField[]): string {
  let key = '';
  for (const { parts, descending } of fields) {
    const value = scalarAt(document, parts);
    if (Array.isArray(value)) return lowestKey(document, fields);
    const part = encodeKey(value);
    key += descending ? invertKey(part) : part;
  }
  return key;
}

/** Returns the value at the path, or the first array along it. */
function scalarAt(document: Document, parts: readonly string[]): unknown {
  let value: unknown = document;
  for (const part of parts) {
    if (Array.isArray(value)) return value;
    value = isDocument(value) ? field(value, part) : undefined;
  }
  return value;
}

const rejectParallel = () => badValue('cannot sort with keys that are parallel arrays');

function lowestKey(document: Document, fields: readonly SortField[]): string {
  const { keys } = keysOf(document, fields, { reject: rejectParallel });
  return keys.reduce((lowest, key) => (key < lowest ? key : lowest));
}
