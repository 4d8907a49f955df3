import { Decimal128, Double, Int32, Long } from 'bson';
import { parseDecimalText, type ParsedDecimal } from '../bson/decimals.ts';
import { badValue } from '../errors.ts';
import { toNumber } from '../bson/values.ts';

export type NumberKind = 'int32' | 'int64' | 'double' | 'decimal';
const INT32_MIN = -0x80000000;
const INT32_MAX = 0x7fffffff;
const isInt32 = (number: number) =>
  Number.isInteger(number) && number >= INT32_MIN && number <= INT32_MAX && !Object.is(number, -0);

export function kindOf(value: unknown): NumberKind {
  if (value instanceof Decimal128) return 'decimal';
  if (typeof value === 'bigint' || value instanceof Long) return 'int64';
  if (value instanceof Int32) return 'int32';
  return typeof value === 'number' && isInt32(value) ? 'int32' : 'double';
}

/** Adds as the server does: the wider type of the two wins, an int32 grows to int64. */
export function add(a: unknown, b: unknown): unknown {
  const kinds = [kindOf(a), kindOf(b)];
  if (kinds.includes('decimal')) return addDecimals(a, b);
  if (kinds.includes('double')) return asDouble(toNumber(a) + toNumber(b));
  const result = toBigInt(a) + toBigInt(b);
  if (result !== BigInt.asIntN(64, result)) throw badValue('Failed to add: the result does not fit 64 bits');
  const fits = result >= BigInt(INT32_MIN) && result <= BigInt(INT32_MAX);
  return fits && !kinds.includes('int64') ? Number(result) : result;
}

/** A double stays one when it is stored, also when it is whole. */
export const asDouble = (number: number): unknown => (isInt32(number) ? new Double(number) : number);

export const toBigInt = (value: unknown): bigint =>
  value instanceof Long ? value.toBigInt() : BigInt(typeof value === 'bigint' ? value : toNumber(value));

/** Decimals are integers with a power of ten. */
function addDecimals(a: unknown, b: unknown): Decimal128 {
  const [x, y] = [parsedDecimal(a), parsedDecimal(b)];
  const power = Math.min(x.power, y.power);
  const scaled = (one: ParsedDecimal) => one.digits * 10n ** BigInt(one.power - power);
  return Decimal128.fromStringWithRounding(`${scaled(x) + scaled(y)}E${power}`);
}

function parsedDecimal(value: unknown): ParsedDecimal {
  const text = decimalText(value);
  const parsed = parseDecimalText(text);
  if (!parsed) throw badValue(`cannot compute with ${text}`);
  return parsed;
}

/** A double counts with its first fifteen digits, an integer with all of them. */
function decimalText(value: unknown): string {
  if (value instanceof Decimal128) return value.toString();
  return kindOf(value) === 'double' ? toNumber(value).toPrecision(15) : String(toBigInt(value));
}
