import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { failedToParse, MongoError } from '../errors.ts';
import { MAX_NESTING } from '../limits.ts';

export type Document = Record<string, unknown>;

/**
 * `typed` keeps every BSON type through a later encode: whole-number doubles as Double, 64-bit integers as
 * bigint. `plain` gives the JavaScript numbers that the aggregation library computes with.
 */
export type DecodeMode = 'typed' | 'plain';

const INT32_MIN = -0x80000000;
const INT32_MAX = 0x7fffffff;

/** Decodes one BSON document; throws FailedToParse for malformed bytes and Overflow for too deep nesting. */
export function decode(bytes: Uint8Array, mode: DecodeMode = 'typed', maxDepth = MAX_NESTING): Document {
  const buffer = asBuffer(bytes);
  return createReader(buffer, mode, maxDepth).document(0, buffer.length, 1);
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Sets an own field, also one called `__proto__`. */
export function setField(target: Document, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[name] = value;
  }
}

const malformed = (why: string) => failedToParse(`Malformed BSON: ${why}`);

function createReader(buffer: Buffer, mode: DecodeMode, maxDepth: number) {
  let at = 0;

  function bounds(start: number, limit: number, depth: number): number {
    if (depth > maxDepth) {
      throw new MongoError(15, 'Overflow', `BSONObj exceeded maximum nested object depth: ${maxDepth}`);
    }
    if (start + 5 > limit) throw malformed('truncated document');
    const end = start + buffer.readInt32LE(start);
    if (end < start + 5 || end > limit || buffer[end - 1] !== 0) throw malformed('bad document length');
    at = start + 4;
    return end - 1;
  }

  function document(start: number, limit: number, depth: number): Document {
    const end = bounds(start, limit, depth);
    const result: Document = {};
    while (at < end) {
      const type = buffer[at++]!;
      const name = cstring(end);
      setField(result, name, value(type, end, depth));
    }
    if (at !== end) throw malformed('element past the end');
    at = end + 1;
    return result;
  }

  function array(start: number, limit: number, depth: number): unknown[] {
    const end = bounds(start, limit, depth);
    const result: unknown[] = [];
    while (at < end) {
      const type = buffer[at++]!;
      cstring(end);
      result.push(value(type, end, depth));
    }
    if (at !== end) throw malformed('element past the end');
    at = end + 1;
    return result;
  }

  function cstring(limit: number): string {
    const start = at;
    let high = 0;
    while (at < limit && buffer[at] !== 0) high |= buffer[at++]!;
    if (at >= limit) throw malformed('unterminated name');
    const end = at++;
    return high < 0x80 ? buffer.toString('latin1', start, end) : buffer.toString('utf8', start, end);
  }

  function take(length: number, limit: number): number {
    if (length < 0 || at + length > limit) throw malformed('truncated value');
    const start = at;
    at += length;
    return start;
  }

  function text(limit: number): string {
    const length = buffer.readInt32LE(take(4, limit));
    if (length < 1) throw malformed('bad string length');
    const start = take(length, limit);
    return buffer.toString('utf8', start, start + length - 1);
  }

  function binary(limit: number): Binary {
    let length = buffer.readInt32LE(take(4, limit));
    const subtype = buffer[take(1, limit)]!;
    if (subtype === Binary.SUBTYPE_BYTE_ARRAY) length = buffer.readInt32LE(take(4, limit));
    const start = take(length, limit);
    return new Binary(buffer.subarray(start, start + length), subtype);
  }

  function double(limit: number): unknown {
    const number = buffer.readDoubleLE(take(8, limit));
    const wouldBecomeInt32 = Number.isInteger(number) && number >= INT32_MIN && number <= INT32_MAX;
    return mode === 'typed' && wouldBecomeInt32 && !Object.is(number, -0) ? new Double(number) : number;
  }

  function int64(limit: number): unknown {
    const integer = buffer.readBigInt64LE(take(8, limit));
    if (mode === 'typed') return integer;
    const number = Number(integer);
    return Number.isSafeInteger(number) ? number : Long.fromBigInt(integer);
  }

  function regex(limit: number): unknown {
    const pattern = cstring(limit);
    const options = cstring(limit);
    if (mode === 'typed') return new BSONRegExp(pattern, options);
    return new RegExp(pattern, options.replace(/[^imsu]/g, ''));
  }

  function reference(limit: number): DBRef {
    const namespace = text(limit);
    const start = take(12, limit);
    return new DBRef(namespace, new ObjectId(buffer.subarray(start, start + 12)));
  }

  function codeWithScope(limit: number, depth: number): Code {
    take(4, limit);
    const code = text(limit);
    return new Code(code, document(at, limit, depth + 1));
  }

  function value(type: number, limit: number, depth: number): unknown {
    switch (type) {
      case 0x01:
        return double(limit);
      case 0x02:
        return text(limit);
      case 0x03:
        return document(at, limit, depth + 1);
      case 0x04:
        return array(at, limit, depth + 1);
      case 0x05:
        return binary(limit);
      case 0x06:
      case 0x0a:
        return null;
      case 0x07: {
        const start = take(12, limit);
        return new ObjectId(buffer.subarray(start, start + 12));
      }
      case 0x08:
        return buffer[take(1, limit)] === 1;
      case 0x09:
        return new Date(Number(buffer.readBigInt64LE(take(8, limit))));
      case 0x0b:
        return regex(limit);
      case 0x0c:
        return reference(limit);
      case 0x0d:
        return new Code(text(limit));
      case 0x0e:
        return new BSONSymbol(text(limit));
      case 0x0f:
        return codeWithScope(limit, depth);
      case 0x10:
        return buffer.readInt32LE(take(4, limit));
      case 0x11:
        return new Timestamp(buffer.readBigUInt64LE(take(8, limit)));
      case 0x12:
        return int64(limit);
      case 0x13: {
        const start = take(16, limit);
        return new Decimal128(Buffer.from(buffer.subarray(start, start + 16)));
      }
      case 0xff:
        return new MinKey();
      case 0x7f:
        return new MaxKey();
      default:
        throw malformed(`unknown type 0x${type.toString(16)}`);
    }
  }

  return { document };
}
