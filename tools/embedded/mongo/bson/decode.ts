import { Binary, BSONRegExp, Double, ObjectId, Timestamp } from 'bson';
import { badValue, failedToParse, MongoError } from '../errors.ts';
import { MAX_NESTING } from '../limits.ts';

export type Document = Record<string, unknown>;

/** Position in the bytes of a document. */
interface Reader {
  buffer: Buffer;
  at: number;
  maxDepth: number;
}

const INT32_MIN = -0x80000000;
const INT32_MAX = 0x7fffffff;

/**
 * Decodes one BSON document so that every type survives a later encode: whole doubles as Double, 64-bit integers as
 * bigint. Throws FailedToParse for malformed bytes and Overflow for too deep nesting.
 */
export function decode(bytes: Uint8Array, maxDepth = MAX_NESTING): Document {
  const buffer = asBuffer(bytes);
  return readDocument({ buffer, at: 0, maxDepth }, buffer.length, 1);
}

/** Copies only some top-level fields of a stored document, which takes a tenth of the time of decoding. */
export function keepFields(bytes: Uint8Array, isKept: (name: string) => boolean): Buffer {
  const buffer = asBuffer(bytes);
  const reader = { buffer, at: 0, maxDepth: MAX_NESTING };
  const end = enter(reader, buffer.length, 1);
  const result = Buffer.allocUnsafe(buffer.length);
  let length = 4;
  let keptFrom = reader.at;
  while (reader.at < end) {
    const start = reader.at;
    const type = buffer[reader.at++]!;
    const name = readName(reader, end);
    skipValue(reader, type, end);
    if (isKept(name)) continue;
    length += buffer.copy(result, length, keptFrom, start);
    keptFrom = reader.at;
  }
  length += buffer.copy(result, length, keptFrom, end);
  result[length++] = 0;
  result.writeInt32LE(length);
  return result.subarray(0, length);
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Sets an own field, even `__proto__`. Throws for whole numbers as names, because JavaScript would reorder them. */
export function setField(target: Document, name: string, value: unknown): void {
  if (isWholeNumber(name)) throw wholeNumberName(name);
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[name] = value;
  }
}

const LAST_INDEX = 0xfffffffe;

/** Whether JavaScript would list the name first, in numeric order. */
function isWholeNumber(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 48 && first <= 57 && /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) <= LAST_INDEX;
}

/** Error code for a field name that this server does not support, because it cannot keep their order. */
export const NAME_REFUSED = 2;

const wholeNumberName = (name: string) =>
  new MongoError(
    NAME_REFUSED,
    'BadValue',
    `field names that are whole numbers are not supported by this server: '${name}'`,
  );

const malformed = (why: string) => failedToParse(`Malformed BSON: ${why}`);

/** Enters a document. Returns the position of its closing zero. */
function enter(reader: Reader, limit: number, depth: number): number {
  const { buffer, at: start, maxDepth } = reader;
  if (depth > maxDepth) {
    throw new MongoError(15, 'Overflow', `BSONObj exceeded maximum nested object depth: ${maxDepth}`);
  }
  if (start + 5 > limit) throw malformed('truncated document');
  const end = start + buffer.readInt32LE(start);
  if (end < start + 5 || end > limit || buffer[end - 1] !== 0) throw malformed('bad document length');
  reader.at = start + 4;
  return end - 1;
}

function leave(reader: Reader, end: number): void {
  if (reader.at !== end) throw malformed('element past the end');
  reader.at = end + 1;
}

function readDocument(reader: Reader, limit: number, depth: number): Document {
  const end = enter(reader, limit, depth);
  const result: Document = {};
  while (reader.at < end) {
    const type = reader.buffer[reader.at++]!;
    const name = readName(reader, end);
    setField(result, name, readValue(reader, type, end, depth));
  }
  leave(reader, end);
  return result;
}

function readArray(reader: Reader, limit: number, depth: number): unknown[] {
  const end = enter(reader, limit, depth);
  const result: unknown[] = [];
  while (reader.at < end) {
    const type = reader.buffer[reader.at++]!;
    skipName(reader, end);
    result.push(readValue(reader, type, end, depth));
  }
  leave(reader, end);
  return result;
}

/** Recently read names by hash. Reusing a string spares the copy and makes it faster as a key. */
const names: (string | undefined)[] = Array.from({ length: 4096 });
const MAX_REUSED_LENGTH = 64;

function readName(reader: Reader, limit: number): string {
  const { buffer, at: start } = reader;
  let at = start;
  let high = 0;
  let hash = 0;
  while (at < limit && buffer[at] !== 0) {
    const byte = buffer[at++]!;
    high |= byte;
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  if (at >= limit) throw malformed('unterminated name');
  reader.at = at + 1;
  if (high >= 0x80) return buffer.toString('utf8', start, at);
  if (at - start > MAX_REUSED_LENGTH) return buffer.toString('latin1', start, at);
  const slot = hash & (names.length - 1);
  const last = names[slot];
  if (last !== undefined && isAt(buffer, start, at, last)) return last;
  return (names[slot] = buffer.toString('latin1', start, at));
}

/** Whether the bytes between two positions are those of an ASCII text. */
function isAt(buffer: Buffer, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let at = start; at < end; at++) if (buffer[at] !== text.charCodeAt(at - start)) return false;
  return true;
}

function skipName(reader: Reader, limit: number): void {
  let { at } = reader;
  while (at < limit && reader.buffer[at] !== 0) at++;
  if (at >= limit) throw malformed('unterminated name');
  reader.at = at + 1;
}

/** Skips bytes. Returns the position of the first. */
function take(reader: Reader, length: number, limit: number): number {
  const start = reader.at;
  if (length < 0 || start + length > limit) throw malformed('truncated value');
  reader.at = start + length;
  return start;
}

const readInt32 = (reader: Reader, limit: number): number =>
  reader.buffer.readInt32LE(take(reader, 4, limit));

function readText(reader: Reader, limit: number): string {
  const length = readInt32(reader, limit);
  if (length < 1) throw malformed('bad string length');
  const start = take(reader, length, limit);
  return reader.buffer.toString('utf8', start, start + length - 1);
}

function readBinary(reader: Reader, limit: number): Binary {
  let length = readInt32(reader, limit);
  const subtype = reader.buffer[take(reader, 1, limit)]!;
  if (subtype === Binary.SUBTYPE_BYTE_ARRAY) length = readInt32(reader, limit);
  const start = take(reader, length, limit);
  return new Binary(reader.buffer.subarray(start, start + length), subtype);
}

function readDouble(reader: Reader, limit: number): unknown {
  const number = reader.buffer.readDoubleLE(take(reader, 8, limit));
  const wouldBecomeInt32 = Number.isInteger(number) && number >= INT32_MIN && number <= INT32_MAX;
  return wouldBecomeInt32 && !Object.is(number, -0) ? new Double(number) : number;
}

function readObjectId(reader: Reader, limit: number): ObjectId {
  const start = take(reader, 12, limit);
  return new ObjectId(reader.buffer.subarray(start, start + 12));
}

function readValue(reader: Reader, type: number, limit: number, depth: number): unknown {
  switch (type) {
    case 0x01:
      return readDouble(reader, limit);
    case 0x02:
      return readText(reader, limit);
    case 0x03:
      return readDocument(reader, limit, depth + 1);
    case 0x04:
      return readArray(reader, limit, depth + 1);
    case 0x07:
      return readObjectId(reader, limit);
    case 0x08:
      return reader.buffer[take(reader, 1, limit)] === 1;
    case 0x09:
      return new Date(Number(reader.buffer.readBigInt64LE(take(reader, 8, limit))));
    case 0x0a:
      return null;
    case 0x10:
      return readInt32(reader, limit);
    case 0x12:
      return reader.buffer.readBigInt64LE(take(reader, 8, limit));
    default:
      return readRareValue(reader, type, limit);
  }
}

function skipValue(reader: Reader, type: number, limit: number): void {
  const length = FIXED_LENGTHS.get(type);
  if (length !== undefined) take(reader, length, limit);
  else if (type === 0x02) take(reader, readInt32(reader, limit), limit);
  else if (type === 0x03 || type === 0x04) take(reader, readInt32(reader, limit) - 4, limit);
  else readValue(reader, type, limit, 1);
}

/** Bytes of values whose type alone determines their length. */
const FIXED_LENGTHS = new Map([
  [0x01, 8],
  [0x07, 12],
  [0x08, 1],
  [0x09, 8],
  [0x0a, 0],
  [0x10, 4],
  [0x12, 8],
]);

/** Types of BSON that no service stores. */
const UNSUPPORTED = new Map([
  [0x06, 'undefined values'],
  [0x0c, 'DBPointers'],
  [0x0d, 'scripts'],
  [0x0e, 'symbols'],
  [0x0f, 'scripts with a scope'],
  [0x13, 'decimals'],
  [0x7f, 'MaxKeys'],
  [0xff, 'MinKeys'],
]);

function readRareValue(reader: Reader, type: number, limit: number): unknown {
  if (type === 0x05) return readBinary(reader, limit);
  if (type === 0x0b) return new BSONRegExp(readName(reader, limit), readName(reader, limit));
  if (type === 0x11) return new Timestamp(reader.buffer.readBigUInt64LE(take(reader, 8, limit)));
  const unsupported = UNSUPPORTED.get(type);
  throw unsupported === undefined
    ? malformed(`unknown type 0x${type.toString(16)}`)
    : badValue(`${unsupported} are not supported`);
}
