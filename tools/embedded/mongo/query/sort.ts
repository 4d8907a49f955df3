import type { Document } from '../bson/decode.ts';
import { EMPTY_ARRAY_KEY, encodeKey, invertKey, NULL_KEY } from '../bson/keys.ts';
import { isDocument, toNumber } from '../bson/values.ts';
import { badValue, location } from '../errors.ts';
import { someAt } from './paths.ts';

export type SortField = { path: string; parts: string[]; descending: boolean };

/** Reads `{ a: 1, b: -1 }`; throws for directions other than 1 and -1. */
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

/** A string that orders documents by the pattern; arrays count with their lowest or highest element. */
export function sortKey(document: Document, fields: readonly SortField[]): string {
  let key = '';
  for (const { parts, descending } of fields) {
    const part = extremeKey(document, parts, descending);
    key += descending ? invertKey(part) : part;
  }
  return key;
}

function extremeKey(document: Document, parts: string[], highest: boolean): string {
  let extreme: string | undefined;
  const consider = (key: string) => {
    if (extreme === undefined || (highest ? key > extreme : key < extreme)) extreme = key;
  };
  someAt(document, parts, (value) => {
    if (!Array.isArray(value)) consider(encodeKey(value));
    else if (value.length === 0) consider(EMPTY_ARRAY_KEY);
    else for (const element of value) consider(encodeKey(element));
    return false;
  });
  return extreme ?? NULL_KEY;
}
