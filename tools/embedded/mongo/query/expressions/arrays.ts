import type { Document } from '../../bson/decode.ts';
import { isDocument, isNumeric, toNumber } from '../../bson/values.ts';
import { location } from '../../errors.ts';
import { isWhole } from '../../update/numbers.ts';
import {
  compareInExpression,
  isNullish,
  isTrue,
  namedArguments,
  withArguments,
  type Operator,
} from './expression.ts';

/** An array, or null when there is none. */
function arrayOrNull(value: unknown, code: number, message: string): unknown[] | null {
  if (isNullish(value)) return null;
  if (!Array.isArray(value)) throw location(code, message);
  return value;
}

function variableName(value: unknown, otherwise: string): string {
  if (value === undefined) return otherwise;
  if (typeof value === 'string' && /^[a-z][A-Za-z0-9_]*$/.test(value)) return value;
  throw location(16867, `'${String(value)}' is not a name of a variable`);
}

const map: Operator = (operand, compile) => {
  const { input, as, in: body } = namedArguments('$map', operand, ['input', 'in'], ['as']);
  const name = variableName(as, 'this');
  const [list, each] = [compile(input), compile(body, [name])];
  return (frame) => {
    const array = arrayOrNull(list(frame), 16883, 'input to $map must be an array');
    return (
      array?.map((item) => each({ ...frame, variables: { ...frame.variables, [name]: item } }) ?? null) ??
      null
    );
  };
};

const filter: Operator = (operand, compile) => {
  const { input, as, cond } = namedArguments('$filter', operand, ['input', 'cond'], ['as']);
  const name = variableName(as, 'this');
  const [list, test] = [compile(input), compile(cond, [name])];
  return (frame) => {
    const array = arrayOrNull(list(frame), 28651, 'input to $filter must be an array');
    const fits = (item: unknown) =>
      isTrue(test({ ...frame, variables: { ...frame.variables, [name]: item } }));
    return array?.filter(fits) ?? null;
  };
};

const reduce: Operator = (operand, compile) => {
  const {
    input,
    initialValue,
    in: body,
  } = namedArguments('$reduce', operand, ['input', 'initialValue', 'in']);
  const [list, start, step] = [compile(input), compile(initialValue), compile(body, ['value', 'this'])];
  return (frame) => {
    const array = arrayOrNull(list(frame), 40080, '$reduce requires that its input be an array');
    if (!array) return null;
    const next = (value: unknown, item: unknown) =>
      step({ ...frame, variables: { ...frame.variables, value, this: item } });
    return array.reduce(next, start(frame));
  };
};

function integer(value: unknown, code: number, message: string): number {
  if (!isNumeric(value) || !isWhole(value)) throw location(code, message);
  return toNumber(value);
}

function elementAt(value: unknown, position: unknown): unknown {
  if (isNullish(value) || isNullish(position)) return null;
  if (!Array.isArray(value)) throw location(28689, "$arrayElemAt's first argument must be an array");
  return value.at(
    integer(position, 28691, "$arrayElemAt's second argument must be representable as a 32-bit integer"),
  );
}

function end(name: string, position: 0 | -1): Operator {
  return withArguments(name, 1, 1, (value) => {
    const array = arrayOrNull(value, 28689, `${name}'s argument must be an array`);
    return array ? array.at(position) : null;
  });
}

function contains(value: unknown, list: unknown): boolean {
  if (!Array.isArray(list)) throw location(40081, '$in requires an array as a second argument');
  return list.some((item) => compareInExpression(item, value) === 0);
}

function concatArrays(...values: unknown[]): unknown {
  const arrays = values.map((value) => arrayOrNull(value, 28664, '$concatArrays only supports arrays'));
  return arrays.includes(null) ? null : arrays.flat(1);
}

function size(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  throw location(17124, 'The argument to $size must be an array');
}

function slice(value: unknown, ...range: unknown[]): unknown {
  if (isNullish(value) || range.some(isNullish)) return null;
  if (!Array.isArray(value)) throw location(28724, 'First argument to $slice must be an array');
  const [first = 0, second] = range.map((number) =>
    integer(number, 28725, 'Arguments to $slice must be representable as 32-bit integers'),
  );
  if (second === undefined) return first < 0 ? value.slice(first) : value.slice(0, first);
  if (second <= 0) throw location(28729, 'Third argument to $slice must be positive');
  const start = first < 0 ? Math.max(0, value.length + first) : first;
  return value.slice(start, start + second);
}

function mergeObjects(...values: unknown[]): Document {
  const objects = values.filter((value) => !isNullish(value));
  if (!objects.every(isDocument)) throw location(40400, '$mergeObjects requires object inputs');
  return Object.assign({}, ...objects) as Document;
}

/** `[1, 2]` given as the only argument is a list; several arguments are values themselves. */
const listed = (values: unknown[]): unknown[] =>
  values.length === 1 && Array.isArray(values[0]) ? values[0] : values;

function extreme(name: string, wins: (order: number) => boolean): Operator {
  return withArguments(name, 1, Infinity, (...values) => {
    const known = listed(values).filter((value) => !isNullish(value));
    if (known.length === 0) return null;
    return known.reduce((best, value) => (wins(compareInExpression(value, best)) ? value : best));
  });
}

export const arrays: Record<string, Operator> = {
  $map: map,
  $filter: filter,
  $reduce: reduce,
  $arrayElemAt: withArguments('$arrayElemAt', 2, 2, elementAt),
  $first: end('$first', 0),
  $last: end('$last', -1),
  $in: withArguments('$in', 2, 2, contains),
  $isArray: withArguments('$isArray', 1, 1, (value) => Array.isArray(value)),
  $concatArrays: withArguments('$concatArrays', 0, Infinity, concatArrays),
  $size: withArguments('$size', 1, 1, size),
  $slice: withArguments('$slice', 2, 3, slice),
  $mergeObjects: withArguments('$mergeObjects', 0, Infinity, mergeObjects),
  $min: extreme('$min', (order) => order < 0),
  $max: extreme('$max', (order) => order > 0),
};
