import { decode, type Document } from '../bson/decode.ts';
import type { StoredRecord } from '../storage/record.ts';
import type { IndexDefinition } from './definition.ts';
import { keysOf, valuesOfKey } from './keys-of.ts';
import type { Entry } from './chunks.ts';
import { createSortedEntries, type SortedEntries } from './sorted-entries.ts';
import { MongoError } from '../errors.ts';

/** Transaction that holds a document or a unique key until it ends. */
export interface LockHolder {
  ended: Promise<void>;
}

/** Index with its entries. */
export interface LiveIndex {
  definition: IndexDefinition;
  /** The index lacks the states of snapshots before this commit. */
  since: number;
  entries: SortedEntries<StoredRecord>;
  /** Positions of fields that have held an array in some document. */
  arrays: Set<number>;
  /** Unique keys that open transactions have reserved. */
  reserved: Map<string, LockHolder>;
}

export const createLiveIndex = (definition: IndexDefinition): LiveIndex => ({
  definition,
  since: 0,
  entries: createSortedEntries<StoredRecord>(),
  arrays: new Set(),
  reserved: new Map(),
});

/** Returns the keys of a document in this index; none when a partial or sparse index omits it. */
export function indexKeys(index: LiveIndex, document: Document): string[] {
  const { definition } = index;
  if (definition.partial && !definition.partial.matches(document)) return [];
  const { keys, arrays } = keysOf(document, definition.fields, { sparse: definition.sparse });
  for (const position of arrays) index.arrays.add(position);
  return keys;
}

/** Copies a key, because a concatenated string keeps its parts in memory. */
export const flatten = (key: string): string => Buffer.from(key, 'latin1').toString('latin1');

/** Fills a new index from the stored records. Throws DuplicateKey when a unique index has duplicates. */
export function buildIndex(index: LiveIndex, records: Iterable<StoredRecord>, namespace: string): void {
  const entries: Entry<StoredRecord>[] = [];
  const owners = index.definition.unique ? new Set<string>() : undefined;
  for (const record of records) {
    if (!record.bytes) continue;
    const document = decode(record.bytes);
    for (const key of indexKeys(index, document)) {
      if (owners?.has(key)) throw duplicateKey(namespace, index.definition, document, key);
      owners?.add(key);
      entries.push({ key: flatten(key), record });
    }
  }
  index.entries.replaceAll(entries);
}

/** Returns error E11000 with the index and the duplicate values. */
export function duplicateKey(
  namespace: string,
  definition: Pick<IndexDefinition, 'name' | 'key' | 'fields'>,
  document: Document,
  key: string,
): MongoError {
  const values = valuesOfKey(document, definition.fields, key);
  const keyValue: Document = {};
  for (const [position, { path }] of definition.fields.entries()) keyValue[path] = values[position] ?? null;
  const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${show(value)}`);
  return new MongoError(
    11000,
    'DuplicateKey',
    `E11000 duplicate key error collection: ${namespace} index: ${definition.name} dup key: { ${shown.join(', ')} }`,
    { keyPattern: definition.key, keyValue },
  );
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (typeof value === 'object' && value !== null && 'toHexString' in value)
    return `ObjectId('${String(value)}')`;
  return String(value);
}
