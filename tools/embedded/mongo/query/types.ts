import { isNumeric } from '../bson/values.ts';
import { badValue } from '../errors.ts';

type TypeTest = (value: unknown) => boolean;

/** Types that services use. */
const TYPES: ReadonlyMap<unknown, TypeTest> = new Map<unknown, TypeTest>([
  ['date', (value) => value instanceof Date],
  ['number', isNumeric],
  ['string', (value) => typeof value === 'string'],
]);

/** Compiles the operand of `$type`. */
export function typeTest(operand: unknown): TypeTest {
  const test = TYPES.get(operand);
  if (!test) throw badValue(`the operand ${String(operand)} of $type is not supported`);
  return test;
}
