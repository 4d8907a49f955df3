import { BSONRegExp, Decimal128, Long, MaxKey, MinKey } from 'bson';
import type { Document } from '../bson/decode.ts';
import { integerPartOf } from '../bson/decimals.ts';
import { encodeKey } from '../bson/keys.ts';
import { compareValues, isDocument, isNumeric, sameTypeOrder, toNumber } from '../bson/values.ts';
import { badValue, failedToParse, indexNotFound } from '../errors.ts';
import { bitTest } from './bits.ts';
import { compileExpression } from './expressions/compile.ts';
import { isTrue } from './expressions/expression.ts';
import { compileRegex, isRegex, toRegExp } from './regex.ts';
import { someAt, type PathTest } from './paths.ts';
import { typeTest } from './types.ts';

export type Matcher = (document: Document) => boolean;
type ValueTest = (value: unknown) => boolean;

/** Variables that `$expr` may name; without values a filter can only be checked. */
export interface FilterVariables {
  names: readonly string[];
  values?: Document;
}

const EVERYTHING: Matcher = () => true;
const NO_VARIABLES: FilterVariables = { names: [] };

/** Compiles a filter. Throws BadValue for operators that do not exist or are not supported. */
export function compileFilter(filter: unknown, variables: FilterVariables = NO_VARIABLES): Matcher {
  if (filter === undefined || filter === null) return EVERYTHING;
  if (!isDocument(filter)) throw badValue('the filter must be an object');
  const tests = Object.entries(filter).flatMap(([name, value]) => compileEntry(name, value, variables) ?? []);
  if (tests.length === 0) return EVERYTHING;
  if (tests.length === 1) return tests[0]!;
  return (document) => tests.every((test) => test(document));
}

function compileEntry(name: string, value: unknown, variables: FilterVariables): Matcher | undefined {
  if (name.startsWith('$')) return compileTopLevel(name, value, variables);
  return compilePath(name, value);
}

function compileTopLevel(name: string, value: unknown, variables: FilterVariables): Matcher | undefined {
  switch (name) {
    case '$and':
    case '$or':
    case '$nor':
      return compileList(name, value, variables);
    case '$expr':
      return expressionTest(value, variables);
    case '$comment':
    case '$sampleRate':
      if (name === '$comment') return undefined;
      throw badValue('$sampleRate is not supported');
    case '$text':
      throw indexNotFound('text index required for $text query');
    case '$where':
    case '$jsonSchema':
      throw badValue(`${name} is not supported`);
    default:
      throw badValue(
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function compileList(name: string, value: unknown, variables: FilterVariables): Matcher {
  if (!Array.isArray(value)) throw badValue(`${name} argument must be an array`);
  if (value.length === 0) throw badValue(`${name}/$or/$nor must be a nonempty array`);
  const parts = value.map((part) => {
    if (!isDocument(part)) throw badValue('$or/$and/$nor entries need to be full objects');
    return compileFilter(part, variables);
  });
  if (name === '$and') return (document) => parts.every((part) => part(document));
  if (name === '$or') return (document) => parts.some((part) => part(document));
  return (document) => !parts.some((part) => part(document));
}

function expressionTest(expression: unknown, { names, values = {} }: FilterVariables): Matcher {
  const evaluate = compileExpression(expression, names);
  return (document) => isTrue(evaluate({ root: document, variables: values }));
}

function compilePath(path: string, condition: unknown): Matcher {
  const parts = path.split('.');
  if (!isOperatorObject(condition)) return atPath(parts, equalityTest(condition));
  const tests = compileOperators({ parts, compare: atPath }, condition);
  return tests.length === 1 ? tests[0]! : (document) => tests.every((test) => test(document));
}

/** `{ $gt: 1 }` as opposed to an embedded document to compare with. */
export function isOperatorObject(value: unknown): value is Document {
  if (!isDocument(value)) return false;
  const first = Object.keys(value)[0];
  return first !== undefined && first.startsWith('$') && !['$ref', '$id', '$db'].includes(first);
}

/** Path of the values that a condition tests, and how it tests them. */
interface Target {
  parts: string[];
  /** `atPath`, which also tests the elements of an array, or `atPathWhole`, which does not. */
  compare: (parts: string[], test: ValueTest) => Matcher;
}

function compileOperators(target: Target, operators: Document): Matcher[] {
  return Object.entries(operators).flatMap(([operator, operand]) => {
    if (operator === '$options') {
      if (!('$regex' in operators)) throw badValue('$options needs a $regex');
      return [];
    }
    if (operator === '$regex') {
      return [target.compare(target.parts, regexTest(operand, operators.$options))];
    }
    return [compileOperator(target, operator, operand)];
  });
}

function compileOperator(target: Target, operator: string, operand: unknown): Matcher {
  const { parts, compare } = target;
  switch (operator) {
    case '$ne':
      return not(compare(parts, equalityTest(operand, operator)));
    case '$nin':
      return not(compare(parts, membershipTest(operand, operator)));
    case '$not':
      return not(compileNot(target, operand));
    case '$exists':
      return existence(parts, operand);
    case '$size':
      return atPathWhole(parts, sizeTest(operand));
    case '$all':
      return compileAll(target, operand);
    case '$elemMatch':
      return atPathWhole(parts, elementTest(operand));
    case '$type':
      return compare(parts, typeTest(operand));
    case '$bitsAllSet':
    case '$bitsAllClear':
    case '$bitsAnySet':
    case '$bitsAnyClear':
      return compare(parts, bitTest(operator, operand));
    default:
      return compare(parts, compileValueTest(operator, operand));
  }
}

function compileValueTest(operator: string, operand: unknown): ValueTest {
  switch (operator) {
    case '$eq':
      return equalityTest(operand, operator);
    case '$in':
      return membershipTest(operand, operator);
    case '$gt':
      return comparison(operand, (order) => order > 0, false);
    case '$gte':
      return comparison(operand, (order) => order >= 0, true);
    case '$lt':
      return comparison(operand, (order) => order < 0, false);
    case '$lte':
      return comparison(operand, (order) => order <= 0, true);
    case '$mod':
      return moduloTest(operand);
    default:
      throw badValue(`unknown operator: ${operator}`);
  }
}

const not =
  (matcher: Matcher): Matcher =>
  (document) =>
    !matcher(document);

/** The value at the path itself, or, when it is an array, any of its elements. */
const atPath = (parts: string[], test: ValueTest): Matcher => {
  const leaf: PathTest = (value, isElement) =>
    test(value) || (!isElement && Array.isArray(value) && value.some((element) => test(element)));
  return (document) => someAt(document, parts, leaf);
};

const atPathWhole =
  (parts: string[], test: ValueTest): Matcher =>
  (document) =>
    someAt(document, parts, test);

function equalityTest(operand: unknown, operator?: string): ValueTest {
  if (operand === null || operand === undefined) return (value) => value === undefined || value === null;
  if (isRegex(operand) && operator === undefined) return regexTest(operand, undefined);
  if (isRegex(operand) && operator === '$ne') throw badValue("Can't have regex as arg to $ne.");
  if (typeof operand === 'string' || typeof operand === 'boolean') return (value) => value === operand;
  const key = encodeKey(operand);
  return (value) => value !== undefined && encodeKey(value) === key;
}

function membershipTest(operand: unknown, operator: string): ValueTest {
  if (!Array.isArray(operand)) throw badValue(`${operator} needs an array`);
  if (operand.some(isOperatorObject)) throw badValue(`cannot nest $ under ${operator}`);
  const regexes = operand.filter(isRegex).map((regex) => regexTest(regex, undefined));
  const keys = new Set(operand.filter((value) => !isRegex(value)).map(encodeKey));
  return (value) => keys.has(encodeKey(value)) || regexes.some((test) => test(value));
}

function comparison(operand: unknown, accepts: (order: number) => boolean, inclusive: boolean): ValueTest {
  if (isRegex(operand)) throw badValue("Can't have RegEx as arg to predicate over field");
  if (operand === null || operand === undefined) {
    return (value) => inclusive && (value === null || value === undefined);
  }
  if (operand instanceof MinKey || operand instanceof MaxKey) return extremeTest(operand, accepts);
  const isNaN = isNumeric(operand) && Number.isNaN(toNumber(operand));
  return (value) => {
    if (value === undefined || !sameTypeOrder(value, operand)) return false;
    if (isNumeric(value) && Number.isNaN(toNumber(value)) !== isNaN) return false;
    return accepts(compareValues(value, operand));
  };
}

/** Everything lies between the two extremes, also what is missing. */
function extremeTest(operand: MinKey | MaxKey, accepts: (order: number) => boolean): ValueTest {
  const others = operand instanceof MinKey ? 1 : -1;
  const key = encodeKey(operand);
  return (value) => accepts(value !== undefined && encodeKey(value) === key ? 0 : others);
}

function regexTest(operand: unknown, options: unknown): ValueTest {
  if (typeof operand !== 'string' && !isRegex(operand)) throw badValue('$regex has to be a string');
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  const regex =
    typeof operand === 'string'
      ? compileRegex(operand, options)
      : options === undefined
        ? toRegExp(operand)
        : compileRegex(operand instanceof RegExp ? operand.source : operand.pattern, options);
  const key = isRegex(operand) ? encodeKey(operand) : undefined;
  return (value) =>
    typeof value === 'string'
      ? regex.test(value)
      : key !== undefined && value instanceof BSONRegExp && encodeKey(value) === key;
}

function compileNot(target: Target, operand: unknown): Matcher {
  if (isRegex(operand)) return target.compare(target.parts, regexTest(operand, undefined));
  if (!isDocument(operand)) throw badValue('$not needs a regex or a document');
  if (Object.keys(operand).length === 0) throw badValue('$not cannot be empty');
  if (!isOperatorObject(operand)) throw badValue(`unknown operator: ${Object.keys(operand)[0]}`);
  const tests = compileOperators(target, operand);
  return (document) => tests.every((test) => test(document));
}

function existence(parts: string[], operand: unknown): Matcher {
  const wanted = isNumeric(operand) ? toNumber(operand) !== 0 : operand !== false && operand !== null;
  return (document) => someAt(document, parts, (value) => value !== undefined) === wanted;
}

function sizeTest(operand: unknown): ValueTest {
  const size = toNumber(operand);
  if (!Number.isInteger(size) || size < 0) {
    throw badValue(`Failed to parse $size. Expected a non-negative integer`);
  }
  return (value) => Array.isArray(value) && value.length === size;
}

function compileAll(target: Target, operand: unknown): Matcher {
  if (!Array.isArray(operand)) throw badValue('$all needs an array');
  if (operand.length === 0) return () => false;
  const tests = operand.map((wanted) => {
    if (!isOperatorObject(wanted)) return target.compare(target.parts, equalityTest(wanted));
    if (!('$elemMatch' in wanted)) throw badValue('no $ expressions in $all');
    return compileOperator(target, '$elemMatch', wanted.$elemMatch);
  });
  return (document) => tests.every((test) => test(document));
}

function elementTest(operand: unknown): ValueTest {
  if (!isDocument(operand)) throw badValue('$elemMatch needs an Object');
  const onValues = isOperatorObject(operand) && !['$and', '$or', '$nor'].includes(Object.keys(operand)[0]!);
  if (!onValues) {
    const matches = compileFilter(operand);
    return (value) => Array.isArray(value) && value.some((element) => matchesElement(element, matches));
  }
  // The condition holds for the element itself; the elements of an inner array are not tested.
  const tests = compileOperators({ parts: ['v'], compare: atPathWhole }, operand);
  return (value) =>
    Array.isArray(value) && value.some((element) => tests.every((test) => test({ v: element })));
}

/** An array is an element too, with its positions as fields. */
function matchesElement(element: unknown, matches: Matcher): boolean {
  if (Array.isArray(element)) return matches({ ...element });
  return isDocument(element) && matches(element);
}

function moduloTest(operand: unknown): ValueTest {
  if (!Array.isArray(operand) || operand.length !== 2)
    throw badValue('malformed mod, needs to be an array of 2');
  const [divisor, remainder] = operand.map(integerPart);
  if (divisor === undefined) throw badValue('malformed mod, divisor not a number');
  if (divisor === 0n) throw badValue('divisor cannot be 0');
  if (remainder === undefined) throw failedToParse('malformed mod, remainder not a number');
  return (value) => {
    const integer = integerPart(value);
    return integer !== undefined && integer % divisor === remainder;
  };
}

/** The number without its fraction; undefined for what is no number or does not fit 64 bits. */
function integerPart(value: unknown): bigint | undefined {
  if (!isNumeric(value)) return undefined;
  if (typeof value === 'bigint') return value;
  if (value instanceof Long) return value.toBigInt();
  if (value instanceof Decimal128) return decimalInteger(value);
  const number = Math.trunc(toNumber(value));
  return Number.isFinite(number) ? inSixtyFourBits(BigInt(number)) : undefined;
}

function decimalInteger(value: Decimal128): bigint | undefined {
  const parts = integerPartOf(value);
  return parts && inSixtyFourBits(parts.integer);
}

const inSixtyFourBits = (integer: bigint): bigint | undefined =>
  BigInt.asIntN(64, integer) === integer ? integer : undefined;
