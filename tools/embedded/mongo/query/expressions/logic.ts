import { isDocument } from '../../bson/values.ts';
import { location } from '../../errors.ts';
import {
  compareInExpression,
  isNullish,
  isTrue,
  namedArguments,
  withArguments,
  type Compile,
  type Expression,
  type Operator,
} from './expression.ts';

const comparing = (name: string, accepts: (order: number) => unknown): Operator =>
  withArguments(name, 2, 2, (a, b) => accepts(Math.sign(compareInExpression(a, b))));

const listOf = (operand: unknown, compile: Compile): Expression[] =>
  (Array.isArray(operand) ? operand : [operand]).map((one: unknown) => compile(one));

const and: Operator = (operand, compile) => {
  const parts = listOf(operand, compile);
  return (frame) => parts.every((part) => isTrue(part(frame)));
};

const or: Operator = (operand, compile) => {
  const parts = listOf(operand, compile);
  return (frame) => parts.some((part) => isTrue(part(frame)));
};

const cond: Operator = (operand, compile) => {
  const [test, yes, no] = condParts(operand).map((part) => compile(part)) as [
    Expression,
    Expression,
    Expression,
  ];
  return (frame) => (isTrue(test(frame)) ? yes(frame) : no(frame));
};

function condParts(operand: unknown): unknown[] {
  if (isDocument(operand)) {
    const { if: test, then: yes, else: no } = namedArguments('$cond', operand, ['if', 'then', 'else']);
    return [test, yes, no];
  }
  if (Array.isArray(operand) && operand.length === 3) return operand;
  throw location(16020, 'Expression $cond takes exactly 3 arguments.');
}

const ifNull: Operator = (operand, compile) => {
  if (!Array.isArray(operand) || operand.length < 2) {
    throw location(1257300, '$ifNull needs at least two arguments');
  }
  const parts = listOf(operand, compile);
  return (frame) => {
    let value: unknown;
    for (const part of parts) {
      value = part(frame);
      if (!isNullish(value)) return value;
    }
    return value;
  };
};

const select: Operator = (operand, compile) => {
  const { branches, default: otherwise } = namedArguments('$switch', operand, ['branches'], ['default']);
  if (!Array.isArray(branches) || branches.length === 0) {
    throw location(40068, '$switch requires at least one branch');
  }
  const compiled = branches.map((branch) => {
    const { case: test, then } = namedArguments('$switch', branch, ['case', 'then']);
    return { test: compile(test), result: compile(then) };
  });
  const fallback = otherwise === undefined ? noBranch : compile(otherwise);
  return (frame) => (compiled.find(({ test }) => isTrue(test(frame)))?.result ?? fallback)(frame);
};

const noBranch: Expression = () => {
  throw location(
    40066,
    '$switch could not find a matching branch for an input, and no default was specified.',
  );
};

const bind: Operator = (operand, compile) => {
  const { vars, in: body } = namedArguments('$let', operand, ['vars', 'in']);
  if (!isDocument(vars)) throw location(16874, 'invalid parameter: expected an object (vars)');
  const values = Object.entries(vars).map(([name, value]) => ({ name, value: compile(value) }));
  const inner = compile(body, Object.keys(vars));
  return (frame) => {
    const variables = { ...frame.variables };
    for (const { name, value } of values) variables[name] = value(frame);
    return inner({ ...frame, variables });
  };
};

/** Comparisons, conditions and variables. */
export const logic: Record<string, Operator> = {
  $eq: comparing('$eq', (order) => order === 0),
  $ne: comparing('$ne', (order) => order !== 0),
  $gt: comparing('$gt', (order) => order > 0),
  $gte: comparing('$gte', (order) => order >= 0),
  $lt: comparing('$lt', (order) => order < 0),
  $lte: comparing('$lte', (order) => order <= 0),
  $cmp: comparing('$cmp', (order) => order),
  $and: and,
  $or: or,
  $not: withArguments('$not', 1, 1, (value) => !isTrue(value)),
  $cond: cond,
  $ifNull: ifNull,
  $switch: select,
  $let: bind,
  $literal: (operand) => () => operand,
};
