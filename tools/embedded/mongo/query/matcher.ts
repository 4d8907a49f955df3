import { BSONRegExp } from 'bson';
import { decode, keepFields, type Document } from '../bson/decode.ts';
import { encodeKey } from '../bson/keys.ts';
import { compareValues, isDocument, isNumeric, sameTypeOrder, toNumber } from '../bson/values.ts';
import { badValue } from '../errors.ts';
import { isRegex, toRegExp } from './regex.ts';
import { someAt, type PathTest } from './paths.ts';
import { typeTest } from './types.ts';

export type Matcher = (document: Document) => boolean;
type ValueTest = (value: unknown) => boolean;

/** Operators of a real server that no service uses. */
const UNSUPPORTED = new Set([
  '$all',
  '$bitsAllClear',
  '$bitsAllSet',
  '$bitsAnyClear',
  '$bitsAnySet',
  '$elemMatch',
  '$geoIntersects',
  '$geoWithin',
  '$mod',
  '$near',
  '$nearSphere',
  '$options',
  '$regex',
  '$size',
]);

const EVERYTHING: Matcher = () => true;

/** Compiles a filter. Throws BadValue for operators that do not exist or are not supported. */
export function compileFilter(filter: unknown): Matcher {
  if (filter === undefined || filter === null) return EVERYTHING;
  if (!isDocument(filter)) throw badValue('the filter must be an object');
  const tests = Object.entries(filter).map(([name, value]) => compileEntry(name, value));
  if (tests.length === 0) return EVERYTHING;
  if (tests.length === 1) return tests[0]!;
  return (document) => tests.every((test) => test(document));
}

/** Tests stored documents against a valid filter, and decodes only the fields that the filter reads. */
export function storedMatcher(
  filter: Document,
  matches = compileFilter(filter),
): (bytes: Uint8Array) => boolean {
  const fields = fieldsOf(filter);
  return (bytes) => matches(decode(keepFields(bytes, (name) => fields.has(name))));
}

/** Top-level fields that a filter reads. */
const fieldsOf = (filter: Document): Set<string> => new Set(Object.entries(filter).flatMap(fieldsOfEntry));

const fieldsOfEntry = ([name, value]: [string, unknown]): string[] =>
  name.startsWith('$')
    ? (value as Document[]).flatMap((part) => [...fieldsOf(part)])
    : [name.split('.', 1)[0]!];

function compileEntry(name: string, value: unknown): Matcher {
  if (name.startsWith('$')) return compileTopLevel(name, value);
  return compilePath(name, value);
}

function compileTopLevel(name: string, value: unknown): Matcher {
  switch (name) {
    case '$and':
    case '$or':
      return compileList(name, value);
    case '$comment':
    case '$expr':
    case '$jsonSchema':
    case '$nor':
    case '$sampleRate':
    case '$text':
    case '$where':
      throw badValue(`${name} is not supported`);
    default:
      throw badValue(
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function compileList(name: string, value: unknown): Matcher {
  if (!Array.isArray(value)) throw badValue(`${name} argument must be an array`);
  if (value.length === 0) throw badValue(`${name} must be a nonempty array`);
  const parts = value.map((part) => {
    if (!isDocument(part)) throw badValue('$or/$and entries need to be full objects');
    return compileFilter(part);
  });
  return name === '$and'
    ? (document) => parts.every((part) => part(document))
    : (document) => parts.some((part) => part(document));
}

function compilePath(path: string, condition: unknown): Matcher {
  const parts = path.split('.');
  if (!isOperatorObject(condition)) return atPath(parts, equalityTest(condition));
  const tests = compileOperators(parts, condition);
  return tests.length === 1 ? tests[0]! : (document) => tests.every((test) => test(document));
}

/** Whether a condition consists of operators, such as `{ $gt: 1 }`, and is not an embedded document to compare with. */
export function isOperatorObject(value: unknown): value is Document {
  if (!isDocument(value)) return false;
  const first = Object.keys(value)[0];
  return first !== undefined && first.startsWith('$') && !['$ref', '$id', '$db'].includes(first);
}

function compileOperators(parts: string[], operators: Document): Matcher[] {
  return Object.entries(operators).map(([operator, operand]) => compileOperator(parts, operator, operand));
}

function compileOperator(parts: string[], operator: string, operand: unknown): Matcher {
  switch (operator) {
    case '$ne':
      return not(atPath(parts, equalityTest(operand, operator)));
    case '$nin':
      return not(atPath(parts, membershipTest(operand, operator)));
    case '$not':
      return not(compileNot(parts, operand));
    case '$exists':
      return existence(parts, operand);
    case '$type':
      return atPath(parts, typeTest(operand));
    default:
      return atPath(parts, compileValueTest(operator, operand));
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
    default:
      throw UNSUPPORTED.has(operator)
        ? badValue(`${operator} is not supported`)
        : badValue(`unknown operator: ${operator}`);
  }
}

const not =
  (matcher: Matcher): Matcher =>
  (document) =>
    !matcher(document);

/** Tests the value at the path or, when it is an array, any of its elements. */
const atPath = (parts: string[], test: ValueTest): Matcher => {
  const leaf: PathTest = (value, isElement) =>
    test(value) || (!isElement && Array.isArray(value) && value.some((element) => test(element)));
  return (document) => someAt(document, parts, leaf);
};

function equalityTest(operand: unknown, operator?: string): ValueTest {
  if (operand === null || operand === undefined) return (value) => value === undefined || value === null;
  if (isRegex(operand) && operator === undefined) return regexTest(operand);
  if (isRegex(operand) && operator === '$ne') throw badValue("Can't have regex as arg to $ne.");
  if (typeof operand === 'string' || typeof operand === 'boolean') return (value) => value === operand;
  const key = encodeKey(operand);
  return (value) => value !== undefined && encodeKey(value) === key;
}

function membershipTest(operand: unknown, operator: string): ValueTest {
  if (!Array.isArray(operand)) throw badValue(`${operator} needs an array`);
  if (operand.some(isOperatorObject)) throw badValue(`cannot nest $ under ${operator}`);
  const regexes = operand.filter(isRegex).map((regex) => regexTest(regex));
  const keys = new Set(operand.filter((value) => !isRegex(value)).map(encodeKey));
  return (value) => keys.has(encodeKey(value)) || regexes.some((test) => test(value));
}

function comparison(operand: unknown, accepts: (order: number) => boolean, inclusive: boolean): ValueTest {
  if (isRegex(operand)) throw badValue("Can't have RegEx as arg to predicate over field");
  if (operand === null || operand === undefined) {
    return (value) => inclusive && (value === null || value === undefined);
  }
  const isNaN = isNumeric(operand) && Number.isNaN(toNumber(operand));
  return (value) => {
    if (value === undefined || !sameTypeOrder(value, operand)) return false;
    if (isNumeric(value) && Number.isNaN(toNumber(value)) !== isNaN) return false;
    return accepts(compareValues(value, operand));
  };
}

function regexTest(operand: RegExp | BSONRegExp): ValueTest {
  const regex = toRegExp(operand);
  const key = encodeKey(operand);
  return (value) =>
    typeof value === 'string' ? regex.test(value) : value instanceof BSONRegExp && encodeKey(value) === key;
}

function compileNot(parts: string[], operand: unknown): Matcher {
  if (isRegex(operand)) return atPath(parts, regexTest(operand));
  if (!isDocument(operand)) throw badValue('$not needs a regex or a document');
  if (Object.keys(operand).length === 0) throw badValue('$not cannot be empty');
  if (!isOperatorObject(operand)) throw badValue(`unknown operator: ${Object.keys(operand)[0]}`);
  const tests = compileOperators(parts, operand);
  return (document) => tests.every((test) => test(document));
}

function existence(parts: string[], operand: unknown): Matcher {
  const exists = isNumeric(operand) ? toNumber(operand) !== 0 : operand !== false && operand !== null;
  return (document) => someAt(document, parts, (value) => value !== undefined) === exists;
}
