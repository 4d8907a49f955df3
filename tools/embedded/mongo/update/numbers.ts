import { Decimal128, Double, Int32, Long } from 'bson';
import { parseDecimalText, type ParsedDecimal } from '../bson/decimals.ts';
import { badValue } from '../errors.ts';
import { toNumber } from '../bson/values.ts';

export type NumberKind = 'int32' | 'int64' | 'double' | 'decimal';
export type Calculation = 'add' | 'subtract' | 'multiply';

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

/** Adds, subtracts or multiplies as the server does: the wider type of the two wins, an int32 grows to int64. */
export function calculate(operation: Calculation, a: unknown, b: unknown): unknown {
  const kinds = [kindOf(a), kindOf(b)];
  if (kinds.includes('decimal')) return decimal(operation, a, b);
  if (kinds.includes('double')) return double(operation, toNumber(a), toNumber(b));
  const [x, y] = [toBigInt(a), toBigInt(b)];
  const result = operation === 'add' ? x + y : operation === 'subtract' ? x - y : x * y;
  if (result !== BigInt.asIntN(64, result)) {
    throw badValue(`Failed to apply the ${operation} operation: the result does not fit 64 bits`);
  }
  const fits = result >= BigInt(INT32_MIN) && result <= BigInt(INT32_MAX);
  return fits && !kinds.includes('int64') ? Number(result) : result;
}

function double(operation: Calculation, a: number, b: number): unknown {
  return asDouble(operation === 'add' ? a + b : operation === 'subtract' ? a - b : a * b);
}

/** A double stays one when it is stored, also when it is whole. */
export const asDouble = (number: number): unknown => (isInt32(number) ? new Double(number) : number);

/** No fraction, and small enough to be told apart from its neighbours. */
export const isWhole = (value: unknown): boolean =>
  typeof value === 'bigint' || value instanceof Long || Number.isSafeInteger(toNumber(value));

export const toBigInt = (value: unknown): bigint =>
  value instanceof Long ? value.toBigInt() : BigInt(typeof value === 'bigint' ? value : toNumber(value));

/** Decimals are integers with a power of ten. */
function decimal(operation: Calculation, a: unknown, b: unknown): Decimal128 {
  const [x, y] = [parsedDecimal(a), parsedDecimal(b)];
  if (operation === 'multiply') return formatDecimal(x.digits * y.digits, x.power + y.power);
  const power = Math.min(x.power, y.power);
  const scaled = (one: ParsedDecimal) => one.digits * 10n ** BigInt(one.power - power);
  const sign = operation === 'subtract' ? -1n : 1n;
  return formatDecimal(scaled(x) + sign * scaled(y), power);
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

const formatDecimal = (digits: bigint, power: number): Decimal128 =>
  Decimal128.fromStringWithRounding(`${digits}E${power}`);
