import type { Document } from '../bson/decode.ts';
import { equalValues, isDocument, isNumeric, toNumber } from '../bson/values.ts';
import { cannotCreateIndex, MongoError } from '../errors.ts';
import { compileFilter, type Matcher } from '../query/matcher.ts';
import type { IndexField } from './keys-of.ts';

/** Checked definition of an index. */
export type IndexDefinition = {
  name: string;
  key: Document;
  fields: IndexField[];
  unique: boolean;
  sparse: boolean;
  partial?: { filter: Document; matches: Matcher };
  expireAfterSeconds?: number;
  /** Entry of the response to `listIndexes`. */
  spec: Document;
};

const SUPPORTED = new Set([
  'v',
  'key',
  'name',
  'ns',
  'unique',
  'sparse',
  'background',
  'expireAfterSeconds',
  'partialFilterExpression',
]);

/** Checks the definition of an index in a request. Throws CannotCreateIndex for unsupported options. */
export function readIndexDefinition(spec: Document): IndexDefinition {
  const key = spec.key;
  if (!isDocument(key) || Object.keys(key).length === 0)
    throw cannotCreateIndex('Index keys cannot be empty.');
  if (typeof spec.name !== 'string' || spec.name === '') {
    throw new MongoError(9, 'FailedToParse', `The 'name' field is a required property of an index`);
  }
  for (const option of Object.keys(spec)) {
    if (!SUPPORTED.has(option)) {
      throw new MongoError(197, 'InvalidIndexSpecificationOption', `The field '${option}' is not supported`);
    }
  }
  const unique = truth(spec.unique);
  const sparse = truth(spec.sparse);
  const partial = readPartial(spec.partialFilterExpression, sparse);
  return {
    name: spec.name,
    key,
    fields: Object.entries(key).map(([path, direction]) => readField(path, direction)),
    unique,
    sparse,
    ...(partial && { partial }),
    ...readExpiry(spec.expireAfterSeconds, key),
    spec: canonicalSpec(spec),
  };
}

const truth = (value: unknown) => value === true || (isNumeric(value) && toNumber(value) !== 0);

function readField(path: string, direction: unknown): IndexField {
  if (typeof direction === 'string') {
    throw cannotCreateIndex(
      `Unknown index plugin '${direction}': this server supports only ascending and descending indexes`,
    );
  }
  const sign = toNumber(direction);
  if (!isNumeric(direction) || sign === 0 || Number.isNaN(sign)) {
    throw cannotCreateIndex('Values in the index key pattern must be numbers greater or less than 0');
  }
  if (path === '' || path.split('.').some((part) => part === '')) {
    throw cannotCreateIndex('Index keys cannot contain an empty field.');
  }
  if (path.includes('$**')) throw cannotCreateIndex('wildcard indexes are not supported');
  if (path.startsWith('$')) throw cannotCreateIndex(`Index key contains an illegal field name: ${path}`);
  return { path, parts: path.split('.'), descending: sign < 0 };
}

function readPartial(filter: unknown, sparse: boolean): IndexDefinition['partial'] {
  if (filter === undefined) return undefined;
  if (!isDocument(filter)) throw cannotCreateIndex('partialFilterExpression must be an object');
  if (sparse) throw cannotCreateIndex('cannot mix "partialFilterExpression" and "sparse" options');
  rejectInPartial(filter);
  return { filter, matches: compileFilter(filter) };
}

function rejectInPartial(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    if (['$ne', '$nin', '$not', '$nor', '$regex', '$expr', '$all', '$size', '$elemMatch'].includes(name)) {
      throw cannotCreateIndex(`Expression not supported in partial index: ${name}`);
    }
    rejectInPartial(child);
  }
}

function readExpiry(value: unknown, key: Document): { expireAfterSeconds?: number } {
  if (value === undefined) return {};
  const seconds = toNumber(value);
  if (!(seconds >= 0) || seconds > 0x7fffffff) {
    throw cannotCreateIndex('TTL index expireAfterSeconds must be within the range of an int32');
  }
  if (Object.keys(key).length > 1) {
    throw cannotCreateIndex('TTL indexes are single-field indexes, compound indexes do not support TTL.');
  }
  if ('_id' in key) throw cannotCreateIndex('TTL indexes cannot be made on _id');
  return { expireAfterSeconds: seconds };
}

/** Returns the definition for `listIndexes`, without defaults and options without effect. */
function canonicalSpec(spec: Document): Document {
  const listed = Object.entries(spec).filter(
    ([name]) => !['v', 'ns', 'background', 'collation'].includes(name),
  );
  return { v: 2, ...Object.fromEntries(listed) };
}

/** Whether the requested index already exists. Throws when it conflicts with an existing one. */
export function matchesExisting(existing: IndexDefinition, requested: IndexDefinition): boolean {
  const sameKey = sameKeyPattern(existing.key, requested.key);
  const sameName = existing.name === requested.name;
  if (!sameKey && !sameName) return false;
  const isEquivalent = sameKey && identityKey(existing) === identityKey(requested);
  const sameLifetime = existing.expireAfterSeconds === requested.expireAfterSeconds;
  if (isEquivalent && sameName && sameLifetime) return true;
  const partialDiffers = !equalValues(existing.partial?.filter ?? null, requested.partial?.filter ?? null);
  if (sameKey && !sameName && partialDiffers) return false;
  if (sameKey && !sameName) {
    throw new MongoError(
      85,
      'IndexOptionsConflict',
      `Index already exists with a different name: ${existing.name}`,
    );
  }
  if (isEquivalent) {
    throw new MongoError(
      85,
      'IndexOptionsConflict',
      `An equivalent index already exists with the same name but different options. Requested index: ${requested.name}`,
    );
  }
  throw new MongoError(
    86,
    'IndexKeySpecsConflict',
    `An existing index has the same name as the requested index. Requested index: ${requested.name}`,
  );
}

/** Key patterns are equal when fields, their order and directions are. */
export function sameKeyPattern(a: Document, b: Document): boolean {
  return equalValues(a, b) && Object.keys(a).join() === Object.keys(b).join();
}

/** Key of the options that distinguish indexes with one key pattern. The expiry is not among them. */
function identityKey({ unique, sparse, partial }: IndexDefinition): string {
  return JSON.stringify([unique, sparse, partial?.filter ?? null]);
}
