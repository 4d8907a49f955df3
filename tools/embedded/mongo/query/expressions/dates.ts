import { toNumber } from '../../bson/values.ts';
import { badValue, location } from '../../errors.ts';
import { DAY, toClock } from './clock.ts';
import { truncateDate } from './date-trunc.ts';
import { isNullish, namedArguments, type Compile, type Expression, type Operator } from './expression.ts';

const text = (value: unknown, name: string): string => {
  if (typeof value === 'string') return value;
  throw badValue(`${name} must be a string`);
};

const dateOf = (value: unknown, name: string): Date => {
  if (value instanceof Date) return value;
  throw location(16006, `${name} can't convert this value to a date`);
};

const optional = (compile: Compile, operand: unknown, otherwise: string): Expression =>
  operand === undefined ? () => otherwise : compile(operand);

const dateTrunc: Operator = (operand, compile) => {
  const required = namedArguments(
    '$dateTrunc',
    operand,
    ['date', 'unit'],
    ['binSize', 'timezone', 'startOfWeek'],
  );
  const [date, unit] = [compile(required.date), compile(required.unit)];
  const binSize = required.binSize === undefined ? () => 1 : compile(required.binSize);
  const timezone = optional(compile, required.timezone, 'UTC');
  const startOfWeek = optional(compile, required.startOfWeek, 'sunday');
  return (frame) => {
    const values = [date, unit, binSize, timezone, startOfWeek].map((one) => one(frame));
    if (values.some(isNullish)) return null;
    return truncateDate(dateOf(values[0], '$dateTrunc'), {
      unit: text(values[1], 'unit'),
      binSize: toNumber(values[2]),
      timezone: text(values[3], 'timezone'),
      startOfWeek: text(values[4], 'startOfWeek'),
    });
  };
};

const pad = (number: number, length: number): string => String(number).padStart(length, '0');

/** Days of the year before the date, and one. */
const dayOfYear = (clock: Date): number =>
  Math.floor((clock.getTime() - Date.UTC(clock.getUTCFullYear(), 0, 1)) / DAY) + 1;

const SPECIFIERS: Record<string, (clock: Date) => string> = {
  Y: (clock) => pad(clock.getUTCFullYear(), 4),
  m: (clock) => pad(clock.getUTCMonth() + 1, 2),
  d: (clock) => pad(clock.getUTCDate(), 2),
  H: (clock) => pad(clock.getUTCHours(), 2),
  M: (clock) => pad(clock.getUTCMinutes(), 2),
  S: (clock) => pad(clock.getUTCSeconds(), 2),
  L: (clock) => pad(clock.getUTCMilliseconds(), 3),
  j: (clock) => pad(dayOfYear(clock), 3),
  '%': () => '%',
};

function formatDate(clock: Date, format: string): string {
  if (clock.getUTCFullYear() < 0 || clock.getUTCFullYear() > 9999) {
    throw location(
      18537,
      'Could not convert date to string: date component was outside the supported range of 0-9999',
    );
  }
  return format.replace(/%([^]?)/g, (_, specifier: string) => {
    const write = SPECIFIERS[specifier];
    if (!write) throw location(18536, `Invalid format character '%${specifier}' in format string`);
    return write(clock);
  });
}

const dateToString: Operator = (operand, compile) => {
  const { date, format, timezone, onNull } = namedArguments(
    '$dateToString',
    operand,
    ['date'],
    ['format', 'timezone', 'onNull'],
  );
  const [at, zone] = [compile(date), optional(compile, timezone, 'UTC')];
  const otherwise = onNull === undefined ? () => null : compile(onNull);
  const shape = optional(
    compile,
    format,
    timezone === undefined ? '%Y-%m-%dT%H:%M:%S.%LZ' : '%Y-%m-%dT%H:%M:%S.%L',
  );
  return (frame) => {
    const [value, pattern, where] = [at(frame), shape(frame), zone(frame)];
    if (isNullish(value)) return otherwise(frame);
    if (isNullish(pattern) || isNullish(where)) return null;
    const instant = dateOf(value, '$dateToString').getTime();
    return formatDate(new Date(toClock(instant, text(where, 'timezone'))), text(pattern, 'format'));
  };
};

/** A part of a date on the clock of a time zone. */
function part(name: string, read: (clock: Date) => number): Operator {
  return (operand, compile) => {
    const isNamed = typeof operand === 'object' && operand !== null && 'date' in operand;
    const { date, timezone } = isNamed
      ? namedArguments(name, operand, ['date'], ['timezone'])
      : { date: Array.isArray(operand) && operand.length === 1 ? operand[0] : operand, timezone: undefined };
    const [at, zone] = [compile(date), optional(compile, timezone, 'UTC')];
    return (frame) => {
      const [value, where] = [at(frame), zone(frame)];
      if (isNullish(value) || isNullish(where)) return null;
      return read(new Date(toClock(dateOf(value, name).getTime(), text(where, 'timezone'))));
    };
  };
}

export const dates: Record<string, Operator> = {
  $dateTrunc: dateTrunc,
  $dateToString: dateToString,
  $year: part('$year', (clock) => clock.getUTCFullYear()),
  $month: part('$month', (clock) => clock.getUTCMonth() + 1),
  $dayOfMonth: part('$dayOfMonth', (clock) => clock.getUTCDate()),
  $dayOfWeek: part('$dayOfWeek', (clock) => clock.getUTCDay() + 1),
  $dayOfYear: part('$dayOfYear', dayOfYear),
  $hour: part('$hour', (clock) => clock.getUTCHours()),
  $minute: part('$minute', (clock) => clock.getUTCMinutes()),
  $second: part('$second', (clock) => clock.getUTCSeconds()),
  $millisecond: part('$millisecond', (clock) => clock.getUTCMilliseconds()),
};
