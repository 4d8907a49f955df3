import { Decimal128 } from 'bson';
import { isNumeric, toNumber } from '../../bson/values.ts';
import { badValue, location, typeMismatch } from '../../errors.ts';
import { asDouble, calculate, isWhole, kindOf, toBigInt } from '../../update/numbers.ts';
import { isNullish, withArguments, type Operator } from './expression.ts';

/** The server rounds a double before it meets a decimal; that is not done here. */
function refuseMixture(name: string, values: readonly unknown[]): void {
  const kinds = new Set(values.map(kindOf));
  if (kinds.has('decimal') && kinds.has('double')) {
    throw badValue(`${name} of a decimal and a double is not supported`);
  }
}

const refuseDecimal = (name: string, value: unknown): void => {
  if (value instanceof Decimal128) throw badValue(`${name} of a decimal is not supported`);
};

/** Adds numbers, and milliseconds to at most one date. */
function add(...values: unknown[]): unknown {
  if (values.some(isNullish)) return null;
  const dates = values.filter((value) => value instanceof Date);
  if (dates.length > 1) throw location(16612, 'only one date allowed in an $add expression');
  const numbers = values.filter((value) => !(value instanceof Date));
  const wrong = numbers.find((value) => !isNumeric(value));
  if (wrong !== undefined) throw typeMismatch('$add only supports numeric or date types');
  const total = sumOf('$add', numbers);
  return dates[0] ? moved(dates[0], total) : total;
}

function sumOf(name: string, numbers: readonly unknown[]): unknown {
  refuseMixture(name, numbers);
  return numbers.reduce((total, number) => calculate('add', total, number), 0);
}

function moved(date: Date, by: unknown): Date {
  refuseDecimal('$add', by);
  if (!isWhole(by)) throw badValue('$add of a date and a fraction of a millisecond is not supported');
  return new Date(date.getTime() + toNumber(by));
}

function subtract(a: unknown, b: unknown): unknown {
  if (isNullish(a) || isNullish(b)) return null;
  if (a instanceof Date && b instanceof Date) return BigInt(a.getTime() - b.getTime());
  if (!isNumeric(b) || !(isNumeric(a) || a instanceof Date)) {
    throw typeMismatch('$subtract only supports numeric and date types, not this combination');
  }
  if (a instanceof Date) return moved(a, calculate('multiply', b, -1));
  refuseMixture('$subtract', [a, b]);
  return calculate('subtract', a, b);
}

function multiply(...values: unknown[]): unknown {
  if (values.some(isNullish)) return null;
  if (!values.every(isNumeric)) throw typeMismatch('$multiply only supports numeric types');
  refuseMixture('$multiply', values);
  return values.reduce((total, value) => calculate('multiply', total, value), 1);
}

function divide(a: unknown, b: unknown): unknown {
  if (isNullish(a) || isNullish(b)) return null;
  if (!isNumeric(a) || !isNumeric(b)) throw typeMismatch('$divide only supports numeric types');
  for (const value of [a, b]) refuseDecimal('$divide', value);
  if (toNumber(b) === 0) throw badValue("can't $divide by zero");
  return asDouble(toNumber(a) / toNumber(b));
}

function modulo(a: unknown, b: unknown): unknown {
  if (isNullish(a) || isNullish(b)) return null;
  if (!isNumeric(a) || !isNumeric(b)) throw typeMismatch('$mod only supports numeric types');
  for (const value of [a, b]) refuseDecimal('$mod', value);
  if (toNumber(b) === 0) throw location(16610, "can't $mod by zero");
  const kinds = [kindOf(a), kindOf(b)];
  if (kinds.includes('double')) return asDouble(toNumber(a) % toNumber(b));
  const rest = toBigInt(a) % toBigInt(b);
  return kinds.includes('int64') ? rest : Number(rest);
}

/** One number by a rule for integers and one for doubles. */
function rounding(name: string, round: (number: number) => number): Operator {
  return withArguments(name, 1, 1, (value) => {
    if (isNullish(value)) return null;
    if (!isNumeric(value)) throw location(28765, `${name} only supports numeric types`);
    refuseDecimal(name, value);
    return kindOf(value) === 'double' ? asDouble(round(toNumber(value))) : value;
  });
}

function absolute(value: unknown): unknown {
  if (isNullish(value)) return null;
  if (!isNumeric(value)) throw location(28765, '$abs only supports numeric types');
  refuseDecimal('$abs', value);
  if (kindOf(value) === 'double') return asDouble(Math.abs(toNumber(value)));
  return toBigInt(value) < 0n ? calculate('multiply', value, -1) : value;
}

export const arithmetic: Record<string, Operator> = {
  $add: withArguments('$add', 0, Infinity, add),
  $subtract: withArguments('$subtract', 2, 2, subtract),
  $multiply: withArguments('$multiply', 0, Infinity, multiply),
  $divide: withArguments('$divide', 2, 2, divide),
  $mod: withArguments('$mod', 2, 2, modulo),
  $abs: withArguments('$abs', 1, 1, absolute),
  $ceil: rounding('$ceil', Math.ceil),
  $floor: rounding('$floor', Math.floor),
};
