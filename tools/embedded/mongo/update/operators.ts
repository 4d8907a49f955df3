import { Timestamp } from 'bson';
import { encodeKey } from '../bson/keys.ts';
import { compareValues, equalValues, isDocument, isNumeric, toNumber } from '../bson/values.ts';
import { badValue, failedToParse, typeMismatch } from '../errors.ts';
import { compileFilter, isOperatorObject } from '../query/matcher.ts';
import { isRegex } from '../query/regex.ts';
import { readSort, sortKey } from '../query/sort.ts';
import { calculate, toBigInt } from './numbers.ts';

/** The new value of a field; `REMOVE` takes the field away, `KEEP` leaves the document as it is. */
export const REMOVE = Symbol('remove');
export const KEEP = Symbol('keep');

/** Computes the new value of one field from the old one (`undefined` when it is missing). */
export type FieldUpdate = (old: unknown) => unknown;

/** Compiles an operator's operand for one field; undefined for operators that do not exist. */
export function compileFieldUpdate(
  operator: string,
  path: string,
  operand: unknown,
): FieldUpdate | undefined {
  switch (operator) {
    case '$set':
    case '$setOnInsert':
      return () => operand;
    case '$unset':
      return (old) => (old === undefined ? KEEP : REMOVE);
    case '$inc':
      return arithmetic('add', path, operand);
    case '$mul':
      return arithmetic('multiply', path, operand);
    case '$min':
      return (old) => (old === undefined || compareValues(operand, old) < 0 ? operand : KEEP);
    case '$max':
      return (old) => (old === undefined || compareValues(operand, old) > 0 ? operand : KEEP);
    case '$currentDate':
      return currentDate(operand);
    case '$bit':
      return bitwise(path, operand);
    default:
      return compileArrayUpdate(operator, path, operand);
  }
}

function compileArrayUpdate(operator: string, path: string, operand: unknown): FieldUpdate | undefined {
  switch (operator) {
    case '$push':
      return push(path, operand);
    case '$addToSet':
      return addToSet(path, operand);
    case '$pop':
      return pop(path, operand);
    case '$pull':
      return pull(path, operand);
    case '$pullAll':
      return pullAll(path, operand);
    default:
      return undefined;
  }
}

function arithmetic(operation: 'add' | 'multiply', path: string, operand: unknown): FieldUpdate {
  if (!isNumeric(operand)) {
    throw typeMismatch(
      `Cannot ${operation === 'add' ? 'increment' : 'multiply'} with non-numeric argument: ${path}`,
    );
  }
  return (old) => {
    if (old === undefined) return operation === 'add' ? operand : calculate('multiply', operand, 0);
    if (!isNumeric(old)) {
      throw typeMismatch(`Cannot apply an arithmetic operator to a value of non-numeric type: ${path}`);
    }
    return calculate(operation, old, operand);
  };
}

function currentDate(operand: unknown): FieldUpdate {
  const type = isDocument(operand) ? operand.$type : typeof operand === 'boolean' ? 'date' : undefined;
  if (type !== 'date' && type !== 'timestamp') {
    throw badValue("$currentDate takes a boolean or a $type expression ({$type: 'timestamp/date'})");
  }
  return () => (type === 'date' ? new Date() : new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 }));
}

function bitwise(path: string, operand: unknown): FieldUpdate {
  const steps = isDocument(operand) ? Object.entries(operand) : [];
  if (steps.length === 0 || steps.some(([name]) => !['and', 'or', 'xor'].includes(name))) {
    throw badValue('The $bit modifier takes and, or and xor');
  }
  return (old) => {
    if (old !== undefined && !isNumeric(old)) throw badValue(`Cannot apply $bit to a non-integer: ${path}`);
    let bits = toBigInt(old ?? 0);
    for (const [name, mask] of steps) {
      const other = toBigInt(mask);
      bits = name === 'and' ? bits & other : name === 'or' ? bits | other : bits ^ other;
    }
    return typeof old === 'bigint' ? bits : Number(bits);
  };
}

function arrayOrEmpty(old: unknown, path: string): unknown[] {
  if (old === undefined) return [];
  if (!Array.isArray(old)) {
    throw badValue(
      `The field '${path}' must be an array but is of type ${old === null ? 'null' : typeof old}`,
    );
  }
  return old;
}

const PUSH_OPTIONS = new Set(['$each', '$slice', '$sort', '$position']);

function push(path: string, operand: unknown): FieldUpdate {
  if (!isDocument(operand) || !('$each' in operand)) return (old) => [...arrayOrEmpty(old, path), operand];
  const { $each: each, $slice: slice, $sort: sort, $position: position } = operand;
  const unknown = Object.keys(operand).find((name) => !PUSH_OPTIONS.has(name));
  if (unknown) throw badValue(`Unrecognized clause in $push: ${unknown}`);
  if (!Array.isArray(each)) throw badValue('The argument to $each in $push must be an array');
  const order = sort === undefined ? undefined : elementOrder(sort);
  return (old) => {
    const array = [...arrayOrEmpty(old, path)];
    array.splice(position === undefined ? array.length : toNumber(position), 0, ...(each as unknown[]));
    if (order) array.sort(order);
    if (slice === undefined) return array;
    const count = toNumber(slice);
    return count < 0 ? array.slice(count) : array.slice(0, count);
  };
}

function elementOrder(sort: unknown): (a: unknown, b: unknown) => number {
  if (!isDocument(sort)) {
    const sign = toNumber(sort);
    if (sign !== 1 && sign !== -1) throw badValue('The $sort element value must be either 1 or -1');
    return (a, b) => compareValues(a, b) * sign;
  }
  const fields = readSort(sort);
  const key = (element: unknown) => (isDocument(element) ? sortKey(element, fields) : encodeKey(element));
  return (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
}

function addToSet(path: string, operand: unknown): FieldUpdate {
  const isList = isDocument(operand) && '$each' in operand;
  const added = isList ? operand.$each : [operand];
  if (!Array.isArray(added)) throw typeMismatch('The argument to $each in $addToSet must be an array');
  return (old) => {
    const array = arrayOrEmpty(old, path);
    const keys = new Set(array.map(encodeKey));
    const fresh = added.filter((value) => !keys.has(encodeKey(value)) && keys.add(encodeKey(value)));
    return fresh.length === 0 && old !== undefined ? KEEP : [...array, ...(fresh as unknown[])];
  };
}

function pop(path: string, operand: unknown): FieldUpdate {
  const side = toNumber(operand);
  if (side !== 1 && side !== -1) throw failedToParse('$pop expects 1 or -1');
  return (old) => {
    if (old === undefined) return KEEP;
    const array = arrayOrEmpty(old, path);
    return side === 1 ? array.slice(0, -1) : array.slice(1);
  };
}

function pull(path: string, operand: unknown): FieldUpdate {
  const isUnwanted = elementFilter(operand);
  return (old) =>
    old === undefined ? KEEP : arrayOrEmpty(old, path).filter((element) => !isUnwanted(element));
}

function elementFilter(operand: unknown): (element: unknown) => boolean {
  if (isOperatorObject(operand) || isRegex(operand)) {
    const matches = compileFilter({ element: operand });
    return (element) => matches({ element });
  }
  if (!isDocument(operand)) return (element) => equalValues(element, operand);
  const matches = compileFilter(operand);
  return (element) => isDocument(element) && matches(element);
}

function pullAll(path: string, operand: unknown): FieldUpdate {
  if (!Array.isArray(operand)) throw badValue('$pullAll requires an array argument');
  const unwanted = new Set(operand.map(encodeKey));
  return (old) =>
    old === undefined ? KEEP : arrayOrEmpty(old, path).filter((element) => !unwanted.has(encodeKey(element)));
}
