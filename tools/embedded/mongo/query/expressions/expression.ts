import { MinKey } from 'bson';
import type { Document } from '../../bson/decode.ts';
import { compareValues, isDocument, isNumeric, toNumber } from '../../bson/values.ts';
import { location } from '../../errors.ts';

/** What an expression is evaluated on. */
export interface Frame {
  /** `$$ROOT`, and what `$field` begins at. */
  root: Document;
  variables: Document;
}

/** Gives a value; `undefined` stands for a missing one. */
export type Expression = (frame: Frame) => unknown;

/** Compiles an operand; `names` are variables that it may use besides those known already. */
export type Compile = (operand: unknown, names?: readonly string[]) => Expression;

export type Operator = (operand: unknown, compile: Compile) => Expression;

export const isNullish = (value: unknown): value is null | undefined => value === null || value === undefined;

/** Everything is true but false, null, zero and what is missing. */
export function isTrue(value: unknown): boolean {
  if (isNullish(value) || value === false) return false;
  return !isNumeric(value) || toNumber(value) !== 0;
}

/** The order of values in expressions: a missing one comes right after MinKey. */
export function compareInExpression(a: unknown, b: unknown): number {
  if (a === undefined && b === undefined) return 0;
  if (a === undefined) return b instanceof MinKey ? 1 : -1;
  if (b === undefined) return a instanceof MinKey ? -1 : 1;
  return compareValues(a, b);
}

/** An operator with a number of arguments; one alone may come without its array. */
export function withArguments(
  name: string,
  least: number,
  most: number,
  evaluate: (...values: unknown[]) => unknown,
): Operator {
  return (operand, compile) => {
    const operands: unknown[] = Array.isArray(operand) ? operand : [operand];
    if (operands.length < least || operands.length > most)
      throw wrongCount(name, least, most, operands.length);
    const compiled = operands.map((one) => compile(one));
    return (frame) => evaluate(...compiled.map((expression) => expression(frame)));
  };
}

const wrongCount = (name: string, least: number, most: number, count: number) =>
  least === most
    ? location(16020, `Expression ${name} takes exactly ${least} arguments. ${count} were passed in.`)
    : location(
        28667,
        `Expression ${name} takes at least ${least} arguments, and at most ${most}, but ${count} were passed in.`,
      );

/** The named arguments of an operator that takes an object; throws for others and for those that are missing. */
export function namedArguments(
  name: string,
  operand: unknown,
  required: readonly string[],
  optional: readonly string[] = [],
): Document {
  if (!isDocument(operand)) throw location(40075, `${name} only supports an object as its argument`);
  for (const key of Object.keys(operand)) {
    if (!required.includes(key) && !optional.includes(key)) {
      throw location(40076, `Unrecognized argument to ${name}: ${key}`);
    }
  }
  const missing = required.find((key) => operand[key] === undefined);
  if (missing !== undefined) throw location(40077, `Missing '${missing}' parameter to ${name}`);
  return operand;
}
