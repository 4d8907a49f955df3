import { Decimal128, Double, Int32, Long } from 'bson';
import { badValue } from '../errors.ts';
import { toNumber } from '../bson/values.ts';

type Kind = 'int32' | 'int64' | 'double' | 'decimal';

const INT32_MIN = -0x80000000;
const INT32_MAX = 0x7fffffff;
const isInt32 = (number: number) =>
  Number.isInteger(number) && number >= INT32_MIN && number <= INT32_MAX && !Object.is(number, -0);

function kindOf(value: unknown): Kind {
  if (value instanceof Decimal128) return 'decimal';
  if (typeof value === 'bigint' || value instanceof Long) return 'int64';
  if (value instanceof Int32) return 'int32';
  return typeof value === 'number' && isInt32(value) ? 'int32' : 'double';
}

/** Adds or multiplies as the server does: the wider type of the two wins, an int32 grows to int64. */
export function calculate(operation: 'add' | 'multiply', a: unknown, b: unknown): unknown {
  const kinds = [kindOf(a), kindOf(b)];
  if (kinds.includes('decimal')) return decimal(operation, a, b);
  if (kinds.includes('double')) return double(operation, toNumber(a), toNumber(b));
  const [x, y] = [toBigInt(a), toBigInt(b)];
  const result = operation === 'add' ? x + y : x * y;
  if (result !== BigInt.asIntN(64, result)) {
    throw badValue(`Failed to apply the ${operation} operation: the result does not fit 64 bits`);
  }
  const fits = result >= BigInt(INT32_MIN) && result <= BigInt(INT32_MAX);
  return fits && !kinds.includes('int64') ? Number(result) : result;
}

function double(operation: 'add' | 'multiply', a: number, b: number): unknown {
  const result = operation === 'add' ? a + b : a * b;
  return isInt32(result) ? new Double(result) : result;
}

export const toBigInt = (value: unknown): bigint =>
  value instanceof Long ? value.toBigInt() : BigInt(typeof value === 'bigint' ? value : toNumber(value));

/** Decimals are integers with a power of ten. */
function decimal(operation: 'add' | 'multiply', a: unknown, b: unknown): Decimal128 {
  const [x, y] = [parseDecimal(a), parseDecimal(b)];
  if (operation === 'multiply') return formatDecimal(x.digits * y.digits, x.power + y.power);
  const power = Math.min(x.power, y.power);
  const scaled = (one: { digits: bigint; power: number }) => one.digits * 10n ** BigInt(one.power - power);
  return formatDecimal(scaled(x) + scaled(y), power);
}

function parseDecimal(value: unknown): { digits: bigint; power: number } {
  const text = value instanceof Decimal128 ? value.toString() : String(toNumber(value));
  const match = /^(-?\d*)\.?(\d*)(?:E([+-]?\d+))?$/i.exec(text);
  if (!match) throw badValue(`cannot compute with ${text}`);
  const [, whole = '', fraction = '', exponent = '0'] = match;
  return { digits: BigInt(`${whole}${fraction}`), power: Number(exponent) - fraction.length };
}

const formatDecimal = (digits: bigint, power: number): Decimal128 =>
  Decimal128.fromStringWithRounding(`${digits}E${power}`);
