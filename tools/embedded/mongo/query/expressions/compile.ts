import { setField, type Document } from '../../bson/decode.ts';
import { field, isDocument } from '../../bson/values.ts';
import { failedToParse, location, MongoError } from '../../errors.ts';
import { isRegex } from '../regex.ts';
import { arithmetic } from './arithmetic.ts';
import { arrays } from './arrays.ts';
import { dates } from './dates.ts';
import type { Expression, Operator } from './expression.ts';
import { logic } from './logic.ts';
import { texts } from './texts.ts';

const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  Object.entries({ ...logic, ...arithmetic, ...arrays, ...texts, ...dates }),
);

/** What stands for nothing, as `$$REMOVE` does. */
const missing: Expression = () => undefined;

/**
 * Compiles an expression. Operators that are not known to be computed exactly as a real server does are refused by
 * name. `variables` are the names that the expression may use with `$$`.
 */
export function compileExpression(expression: unknown, variables: readonly string[] = []): Expression {
  const compile = (operand: unknown, names: readonly string[] = []): Expression =>
    compileExpression(operand, [...variables, ...names]);
  if (typeof expression === 'string') return compileText(expression, variables);
  if (Array.isArray(expression)) {
    const items = expression.map((item) => compile(item));
    return (frame) => items.map((item) => item(frame) ?? null);
  }
  if (isRegex(expression) || !isDocument(expression)) return () => expression;
  const [first] = Object.keys(expression);
  return first?.startsWith('$') ? compileOperator(expression, compile) : compileObject(expression, compile);
}

function compileText(text: string, variables: readonly string[]): Expression {
  if (!text.startsWith('$')) return () => text;
  const path = text.startsWith('$$') ? text.slice(2) : `ROOT.${text.slice(1)}`;
  const [name = '', ...parts] = path.split('.');
  if (text === '$' || parts.includes('')) throw location(40353, `FieldPath '${text}' is not valid`);
  if (parts.some((part) => part.startsWith('$'))) {
    throw location(16410, "FieldPath field names may not start with '$'");
  }
  return compileVariable(name, parts, variables);
}

function compileVariable(name: string, parts: string[], variables: readonly string[]): Expression {
  if (name === 'ROOT' || name === 'CURRENT') return ({ root }) => along(root, parts);
  if (name === 'REMOVE') return missing;
  if (name === 'NOW') {
    const now = new Date();
    return () => along(now, parts);
  }
  if (!variables.includes(name)) throw location(17276, `Use of undefined variable: ${name}`);
  return (frame) => along(field(frame.variables, name), parts);
}

/** The value at the path; an array on the way gives an array of what its documents have there. */
function along(value: unknown, parts: readonly string[], depth = 0): unknown {
  if (depth === parts.length) return value;
  if (Array.isArray(value)) {
    return value
      .map((item) => (isDocument(item) ? along(item, parts, depth) : undefined))
      .filter((item) => item !== undefined);
  }
  return isDocument(value) ? along(field(value, parts[depth]!), parts, depth + 1) : undefined;
}

type CompileInner = (operand: unknown, names?: readonly string[]) => Expression;

function compileOperator(expression: Document, compile: CompileInner): Expression {
  const entries = Object.entries(expression);
  const [name, operand] = entries[0]!;
  if (entries.length > 1) {
    throw location(15983, 'An object representing an expression must have exactly one field');
  }
  const operator = OPERATORS.get(name);
  if (!operator) throw unknownExpression(name);
  return operator(operand, compile);
}

const unknownExpression = (name: string) =>
  new MongoError(168, 'InvalidPipelineOperator', `Unrecognized expression '${name}'`);

function compileObject(expression: Document, compile: CompileInner): Expression {
  const fields = Object.entries(expression).map(([name, operand]) => {
    if (name.includes('.')) throw failedToParse(`FieldPath field names may not contain '.': ${name}`);
    if (name.startsWith('$')) throw unknownExpression(name);
    return { name, value: compile(operand) };
  });
  return (frame) => {
    const document: Document = {};
    for (const { name, value } of fields) {
      const result = value(frame);
      if (result !== undefined) setField(document, name, result);
    }
    return document;
  };
}
