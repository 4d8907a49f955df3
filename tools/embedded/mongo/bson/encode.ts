import { serialize } from 'bson';
import { asBuffer, decode, type Document } from './decode.ts';

/** Encodes a document; keys whose value is `undefined` are left out. */
export function encode(document: Document): Buffer {
  return asBuffer(serialize(document, { ignoreUndefined: true }));
}

/** The same value with the plain JavaScript numbers that the aggregation library computes with. */
export function toPlain<T>(value: T): T {
  return decode(encode({ value }), 'plain', Infinity).value as T;
}

const TYPE_DOCUMENT = 3;
const TYPE_ARRAY = 4;
const TYPE_INT64 = 18;
const TYPE_STRING = 2;

export type Element = { type: number; name: string; body: Uint8Array[] };

/** An element that carries an already encoded document. */
export const documentElement = (name: string, bytes: Uint8Array): Element => ({
  type: TYPE_DOCUMENT,
  name,
  body: [bytes],
});

export const int64Element = (name: string, value: bigint): Element => {
  const body = Buffer.allocUnsafe(8);
  body.writeBigInt64LE(value);
  return { type: TYPE_INT64, name, body: [body] };
};

export const stringElement = (name: string, value: string): Element => {
  const text = Buffer.from(`${value}\0`);
  const length = Buffer.allocUnsafe(4);
  length.writeInt32LE(text.length);
  return { type: TYPE_STRING, name, body: [length, text] };
};

/** An array of already encoded documents. */
export function arrayElement(name: string, documents: readonly Uint8Array[]): Element {
  const elements = documents.map((bytes, position) => documentElement(String(position), bytes));
  return { type: TYPE_ARRAY, name, body: joinDocument(elements) };
}

export const nestedElement = (name: string, elements: Element[]): Element => ({
  type: TYPE_DOCUMENT,
  name,
  body: joinDocument(elements),
});

/** The pieces of a document made of the given elements, ready to be concatenated. */
export function joinDocument(elements: readonly Element[]): Uint8Array[] {
  const pieces: Uint8Array[] = [Buffer.allocUnsafe(4)];
  let size = 5;
  for (const { type, name, body } of elements) {
    const head = Buffer.from(`${String.fromCharCode(type)}${name}\0`);
    pieces.push(head, ...body);
    size += head.length + body.reduce((sum, part) => sum + part.length, 0);
  }
  pieces.push(END);
  (pieces[0] as Buffer).writeInt32LE(size);
  return pieces;
}

/** The same document with more elements at its end. */
export function appendElements(document: Uint8Array, elements: readonly Element[]): Buffer {
  const tail = joinDocument(elements).slice(1);
  const joined = Buffer.concat([document.subarray(0, document.length - 1), ...tail]);
  joined.writeInt32LE(joined.length);
  return joined;
}

const END = Buffer.from([0]);
