import { serialize } from 'bson';
import { asBuffer, type Document } from './decode.ts';

/** Encodes a document without the keys whose value is `undefined`. */
export function encode(document: Document): Buffer {
  return asBuffer(serialize(document, { ignoreUndefined: true }));
}

const TYPE_DOCUMENT = 3;
const TYPE_ARRAY = 4;
const TYPE_TIMESTAMP = 17;
const TYPE_INT64 = 18;
const TYPE_STRING = 2;

export type Element = { type: number; name: string; body: Uint8Array[] };

/** Element with an already encoded document. */
const documentElement = (name: string, bytes: Uint8Array): Element => ({
  type: TYPE_DOCUMENT,
  name,
  body: [bytes],
});

export const int64Element = (name: string, value: bigint): Element => {
  const body = Buffer.allocUnsafe(8);
  body.writeBigInt64LE(value);
  return { type: TYPE_INT64, name, body: [body] };
};

export const timestampElement = (name: string, value: bigint): Element => {
  const body = Buffer.allocUnsafe(8);
  body.writeBigUInt64LE(value);
  return { type: TYPE_TIMESTAMP, name, body: [body] };
};

export const stringElement = (name: string, value: string): Element => {
  const text = Buffer.from(`${value}\0`);
  const length = Buffer.allocUnsafe(4);
  length.writeInt32LE(text.length);
  return { type: TYPE_STRING, name, body: [length, text] };
};

/** Array of already encoded documents. */
export const arrayElement = (name: string, documents: readonly Uint8Array[]): Element => ({
  type: TYPE_ARRAY,
  name,
  body: joinDocument(documents.map((bytes, position) => documentElement(String(position), bytes))),
});

export const nestedElement = (name: string, elements: Element[]): Element => ({
  type: TYPE_DOCUMENT,
  name,
  body: joinDocument(elements),
});

const heads = new Map<string, Buffer>();

/** Returns type and name of an element, cached because few distinct ones occur. */
function headOf(type: number, name: string): Buffer {
  const key = `${String.fromCharCode(type)}${name}\0`;
  let head = heads.get(key);
  if (!head) {
    head = Buffer.from(key);
    if (heads.size < 1000) heads.set(key, head);
  }
  return head;
}

/** Returns the parts of a document with these elements, to be concatenated. */
function joinDocument(elements: readonly Element[], start: Uint8Array = NOTHING): Uint8Array[] {
  const length = Buffer.allocUnsafe(4);
  const pieces: Uint8Array[] = [length, start];
  let size = 5 + start.length;
  for (const { type, name, body } of elements) {
    const head = headOf(type, name);
    pieces.push(head);
    size += head.length;
    for (const part of body) {
      pieces.push(part);
      size += part.length;
    }
  }
  pieces.push(END);
  length.writeInt32LE(size);
  return pieces;
}

/** Returns the parts of the document with more elements at its end. */
export const appendElements = (document: Uint8Array, elements: readonly Element[]): Uint8Array[] =>
  joinDocument(elements, document.subarray(4, document.length - 1));

const NOTHING = Buffer.alloc(0);
const END = Buffer.from([0]);
