import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { badValue } from '../errors.ts';
import { isDocument, isNumeric, toNumber } from '../bson/values.ts';

type TypeTest = (value: unknown) => boolean;

const isInt32 = (value: unknown) =>
  value instanceof Int32 || (typeof value === 'number' && Object.is(value | 0, value));
const isInt64 = (value: unknown) => typeof value === 'bigint' || value instanceof Long;
const isDouble = (value: unknown) =>
  value instanceof Double || (typeof value === 'number' && !isInt32(value));

const TYPES: { name: string; code: number; test: TypeTest }[] = [
  { name: 'double', code: 1, test: isDouble },
  { name: 'string', code: 2, test: (value) => typeof value === 'string' },
  { name: 'object', code: 3, test: isDocument },
  { name: 'array', code: 4, test: Array.isArray },
  { name: 'binData', code: 5, test: (value) => value instanceof Binary },
  { name: 'undefined', code: 6, test: () => false },
  { name: 'objectId', code: 7, test: (value) => value instanceof ObjectId },
  { name: 'bool', code: 8, test: (value) => typeof value === 'boolean' },
  { name: 'date', code: 9, test: (value) => value instanceof Date },
  { name: 'null', code: 10, test: (value) => value === null },
  { name: 'regex', code: 11, test: (value) => value instanceof BSONRegExp || value instanceof RegExp },
  { name: 'dbPointer', code: 12, test: (value) => value instanceof DBRef },
  { name: 'javascript', code: 13, test: (value) => value instanceof Code && !value.scope },
  { name: 'symbol', code: 14, test: (value) => value instanceof BSONSymbol },
  { name: 'javascriptWithScope', code: 15, test: (value) => value instanceof Code && !!value.scope },
  { name: 'int', code: 16, test: isInt32 },
  { name: 'timestamp', code: 17, test: (value) => value instanceof Timestamp },
  { name: 'long', code: 18, test: isInt64 },
  { name: 'decimal', code: 19, test: () => false },
  { name: 'minKey', code: -1, test: (value) => value instanceof MinKey },
  { name: 'maxKey', code: 127, test: (value) => value instanceof MaxKey },
];

/** Compiles the operand of `$type`: a name, a number, or a list of them. */
export function typeTest(operand: unknown): TypeTest {
  const tests = (Array.isArray(operand) ? operand : [operand]).map(oneType);
  if (tests.length === 0) throw badValue('must match at least one type');
  return (value) => tests.some((test) => test(value));
}

function oneType(operand: unknown): TypeTest {
  if (operand === 'number') return isNumeric;
  const found = TYPES.find(({ name, code }) => name === operand || code === toNumber(operand));
  if (!found) throw badValue(`Unknown type name alias: ${String(operand)}`);
  return found.test;
}
