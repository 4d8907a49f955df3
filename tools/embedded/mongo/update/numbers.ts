import { Double, Int32, Long } from 'bson';
import { badValue } from '../errors.ts';
import { toNumber } from '../bson/values.ts';

type NumberKind = 'int32' | 'int64' | 'double';
const INT32_MIN = -0x80000000;
const INT32_MAX = 0x7fffffff;
const isInt32 = (number: number) =>
  Number.isInteger(number) && number >= INT32_MIN && number <= INT32_MAX && !Object.is(number, -0);

export function kindOf(value: unknown): NumberKind {
  if (typeof value === 'bigint' || value instanceof Long) return 'int64';
  if (value instanceof Int32) return 'int32';
  return typeof value === 'number' && isInt32(value) ? 'int32' : 'double';
}

/** Adds as MongoDB does: the wider type of the two wins, and int32 overflows to int64. */
export function add(a: unknown, b: unknown): unknown {
  const kinds = [kindOf(a), kindOf(b)];
  if (kinds.includes('double')) return asDouble(toNumber(a) + toNumber(b));
  const result = toBigInt(a) + toBigInt(b);
  if (result !== BigInt.asIntN(64, result)) throw badValue('Failed to add: the result does not fit 64 bits');
  const fits = result >= BigInt(INT32_MIN) && result <= BigInt(INT32_MAX);
  return fits && !kinds.includes('int64') ? Number(result) : result;
}

export const isNotANumber = (value: unknown): boolean => Number.isNaN(toNumber(value));

/** Marks a number as a double, so that a whole one is stored as a double. */
export const asDouble = (number: number): unknown => (isInt32(number) ? new Double(number) : number);

export const toBigInt = (value: unknown): bigint =>
  value instanceof Long ? value.toBigInt() : BigInt(typeof value === 'bigint' ? value : toNumber(value));
