import { Binary, BSONRegExp, Double, Int32, Long, ObjectId, Timestamp } from 'bson';

/** The order of BSON types when values of different types are compared. */
export const ORDER = {
  emptyArray: 4,
  null: 5,
  number: 10,
  string: 15,
  object: 20,
  array: 25,
  binary: 30,
  objectId: 35,
  boolean: 40,
  date: 45,
  timestamp: 47,
  regex: 50,
} as const;

/** Suffix that sorts after every key with the same prefix, because keys contain only lower characters. */
export const AFTER = '\u0100';

/** Key of an empty array in an indexed field. */
export const EMPTY_ARRAY_KEY = String.fromCharCode(ORDER.emptyArray);
export const NULL_KEY = String.fromCharCode(ORDER.null);

const scratch = Buffer.alloc(16);

/**
 * Encodes a value so that comparing two keys as strings orders them as MongoDB orders the values. No key is a
 * prefix of another, so keys of several fields can be joined. Each character is one byte.
 */
export function encodeKey(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `\x0f${escapeText(value)}\0`;
    case 'number':
      return numberKey(value);
    case 'boolean':
      return value ? '\x28\x01' : '\x28\x00';
    case 'bigint':
      return integerKey(value);
    default:
      return value === null || value === undefined ? NULL_KEY : objectKey(value);
  }
}

/** Inverts a key so that the order is reversed (an index field with -1). */
export function invertKey(key: string): string {
  const bytes = Buffer.from(key, 'latin1');
  for (let i = 0; i < bytes.length; i++) bytes[i] = ~bytes[i]! & 0xff;
  return bytes.toString('latin1');
}

/** Returns the rank of the value's type. */
export const typeOrder = (value: unknown): number => {
  if (Array.isArray(value)) return ORDER.array;
  if (typeof value === 'number') return ORDER.number;
  if (typeof value === 'string') return ORDER.string;
  return encodeKey(value).charCodeAt(0);
};

function escapeText(text: string): string {
  // eslint-disable-next-line no-control-regex
  if (/^[\x02-\x7f]*$/.test(text)) return text;
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  // eslint-disable-next-line no-control-regex
  return bytes.replace(/[\x00\x01]/g, (byte) => (byte === '\0' ? '\x01\x01' : '\x01\x02'));
}

/** Position of an integer relative to the nearest double: below, equal or above. */
const BELOW = '\x01';
const AT = '\x02';
const ABOVE = '\x03';

function numberKey(number: number): string {
  if (Number.isNaN(number)) scratch.fill(0, 0, 8);
  else {
    scratch.writeDoubleBE(number === 0 ? 0 : number);
    if (scratch[0]! & 0x80) for (let i = 0; i < 8; i++) scratch[i] = ~scratch[i]! & 0xff;
    else scratch[0]! |= 0x80;
  }
  return `\x0a${scratch.toString('latin1', 0, 8)}${AT}`;
}

/** Returns the key of the nearest double, the side on which the integer lies, and its exact value. */
function integerKey(integer: bigint): string {
  const nearest = Number(integer);
  const key = numberKey(nearest);
  const side = integer - BigInt(nearest);
  return side === 0n ? key : `${key.slice(0, -1)}${side < 0n ? BELOW : ABOVE}${int64Key(integer)}`;
}

function objectKey(value: object): string {
  if (value instanceof ObjectId) return `\x23${Buffer.from(value.id).toString('latin1')}`;
  if (value instanceof Date) return `\x2d${int64Key(BigInt(value.getTime()))}`;
  if (Array.isArray(value)) return `\x19${value.map(encodeKey).join('')}\0`;
  if (value instanceof Double || value instanceof Int32) return numberKey(Number(value.value));
  if (value instanceof Binary) return binaryKey(value);
  if (value instanceof Timestamp) return `\x2f${int64Key(value.toBigInt() - 2n ** 63n)}`;
  if (value instanceof Long) return integerKey(value.toBigInt());
  return rareKey(value);
}

function rareKey(value: object): string {
  if (value instanceof BSONRegExp) return `\x32${escapeText(value.pattern)}\0${value.options}\0`;
  if (value instanceof RegExp) return `\x32${escapeText(value.source)}\0${value.flags}\0`;
  return documentKey(value as Record<string, unknown>);
}

function documentKey(document: Record<string, unknown>): string {
  let key = '\x14';
  for (const name of Object.keys(document)) {
    const value = encodeKey(document[name]);
    key += `${value[0]}${escapeText(name)}\0${value}`;
  }
  return `${key}\0`;
}

function binaryKey(binary: Binary): string {
  const bytes = Buffer.from(binary.buffer.buffer, binary.buffer.byteOffset, binary.position);
  scratch.writeUInt32BE(bytes.length);
  scratch[4] = binary.sub_type;
  return `\x1e${scratch.toString('latin1', 0, 5)}${bytes.toString('latin1')}`;
}

function int64Key(integer: bigint): string {
  scratch.writeBigUInt64BE(BigInt.asUintN(64, integer) ^ (1n << 63n));
  return scratch.toString('latin1', 0, 8);
}
