import { compareValues, equalValues, isDocument, isNumeric } from '../bson/values.ts';
import { badValue, typeMismatch } from '../errors.ts';
import { compileFilter, isOperatorObject } from '../query/matcher.ts';
import { isRegex } from '../query/regex.ts';
import { add, isNotANumber } from './numbers.ts';

/** Results of a field update besides a value: `REMOVE` removes the field, `KEEP` changes nothing. */
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
      return increment(path, operand);
    case '$min':
      return (old) => (old === undefined || compareValues(operand, old) < 0 ? operand : KEEP);
    case '$max':
      return (old) => (old === undefined || compareValues(operand, old) > 0 ? operand : KEEP);
    default:
      return compileArrayUpdate(operator, path, operand);
  }
}

function compileArrayUpdate(operator: string, path: string, operand: unknown): FieldUpdate | undefined {
  switch (operator) {
    case '$push':
      return push(path, operand);
    case '$pull':
      return pull(path, operand);
    default:
      return undefined;
  }
}

function increment(path: string, operand: unknown): FieldUpdate {
  if (!isNumeric(operand)) throw typeMismatch(`Cannot increment with non-numeric argument: ${path}`);
  // A real server counts every addition to NaN as a change.
  const rejected = badValue('$inc of NaN is not supported');
  if (isNotANumber(operand)) throw rejected;
  return (old) => {
    if (old === undefined) return operand;
    if (!isNumeric(old)) throw typeMismatch(`Cannot apply $inc to a value of non-numeric type: ${path}`);
    if (isNotANumber(old)) throw rejected;
    return add(old, operand);
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

function push(path: string, operand: unknown): FieldUpdate {
  const isList = isDocument(operand) && '$each' in operand;
  const modifier = isList && Object.keys(operand).find((name) => name !== '$each');
  if (modifier) throw badValue(`${modifier} of $push is not supported`);
  const added = isList ? operand.$each : [operand];
  if (!Array.isArray(added)) throw badValue('The argument to $each in $push must be an array');
  return (old) => [...arrayOrEmpty(old, path), ...(added as unknown[])];
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
