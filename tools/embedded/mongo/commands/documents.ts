import { ObjectId } from 'bson';
import { asBuffer, decode, type Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { encodeKey } from '../bson/keys.ts';
import { isDocument } from '../bson/values.ts';
import { badValue, MongoError } from '../errors.ts';
import { MAX_DOCUMENT, MAX_NESTING } from '../limits.ts';
import { isRegex } from '../query/regex.ts';
import type { Change } from '../storage/versions.ts';
import { dollarPrefixed } from '../update/compile.ts';
import { assertDocumentSize } from '../wire/messages.ts';

export type Insertion = Change & { document: Document; bytes: Uint8Array };

/** Checks an encoded document of an insert and moves `_id` to the front. */
export function readInsertion(bytes: Uint8Array): Insertion {
  assertDocumentSize(bytes.length);
  if (bytes.length > MAX_DOCUMENT) {
    throw badValue(`object to insert too large. size in bytes: ${bytes.length}, max size: ${MAX_DOCUMENT}`);
  }
  const document = decode(bytes);
  if (Object.keys(document)[0] !== '_id') return prepareInsertion(document);
  assertId(document._id);
  return { id: encodeKey(document._id), document, bytes: Buffer.from(asBuffer(bytes)) };
}

/** Prepares a document that this server created, from an upsert or without `_id`. */
export function prepareInsertion(document: Document): Insertion {
  const { _id = new ObjectId(), ...rest } = document;
  assertId(_id);
  const complete = { _id, ...rest };
  const bytes = encode(complete);
  assertStorable(complete, bytes);
  return { id: encodeKey(_id), document: complete, bytes: Buffer.from(bytes) };
}

function assertId(id: unknown): void {
  if (Array.isArray(id) || isRegex(id)) {
    const type = Array.isArray(id) ? 'array' : 'regex';
    throw new MongoError(53, 'InvalidIdField', `The '_id' value cannot be of type ${type}`);
  }
  if (!isDocument(id)) return;
  const dollar = Object.keys(id).find((name) => name.startsWith('$'));
  if (dollar) throw dollarPrefixed(dollar, `_id.${dollar}`);
}

/** Rejects an updated document that is too large. */
export function assertStorable(document: Document, bytes: Uint8Array): void {
  if (bytes.length > MAX_DOCUMENT) {
    throw new MongoError(
      17419,
      'Location17419',
      `Resulting document after update is larger than ${MAX_DOCUMENT}`,
    );
  }
  assertNesting(document, 1);
}

function assertNesting(value: unknown, depth: number): void {
  if (!Array.isArray(value) && !isDocument(value)) return;
  if (depth > MAX_NESTING) throw new MongoError(15, 'Overflow', `cannot exceed depth ${MAX_NESTING}`);
  for (const child of Object.values(value)) assertNesting(child, depth + 1);
}
