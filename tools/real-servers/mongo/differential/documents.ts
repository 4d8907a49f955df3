import { mongo } from 'mongoose';
import * as fc from 'fast-check';
import type { Fields } from './wire.ts';

const { BSONRegExp, Double, Long, ObjectId } = mongo.BSON;

/** Few names and values, so that documents, filters and indexes overlap. */
const NAMES = ['a', 'b', 'c'];
const PATHS = [...NAMES, 'a.x', 'b.x', 'c.x.y'];
const IDS = [1, 2, 3, 4, 5, 6];

type Value<Choice> = Choice extends fc.Arbitrary<infer T> ? T : never;
/** Chooses by weight. */
export const weighted = <Choices extends [number, fc.Arbitrary<unknown>][]>(...choices: Choices) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary }))) as fc.Arbitrary<
    Value<Choices[number][1]>
  >;
export const oneOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const id = oneOf(IDS);
export const name = oneOf(NAMES);
export const path = oneOf(PATHS);
export const number = weighted(
  [4, fc.integer({ min: -1, max: 4 })],
  [1, oneOf([new Double(1), new Double(1.5), Long.fromNumber(2), 2 ** 31 - 1, Infinity, NaN])],
);
const text = oneOf(['', 'a', 'b', 'A', 'ab', 'é', '😀', '2026-11-25']);
const date = oneOf(['2026-11-25', '2026-11-26']).map((day) => new Date(day));
export const scalar = weighted(
  [4, number],
  [3, text],
  [1, date],
  [2, oneOf<unknown>([null, true, false, new ObjectId('0'.repeat(24))])],
);
export const inner = fc.dictionary(oneOf(['x', 'y']), scalar, { noNullPrototype: true, maxKeys: 2 });
const nested = weighted(
  [3, inner],
  [1, inner.map((x) => ({ x }))],
  [2, fc.array(scalar, { maxLength: 3 })],
  [2, fc.array(inner, { maxLength: 3 })],
  [1, fc.array(fc.oneof(scalar, inner, fc.array(scalar, { maxLength: 2 })), { maxLength: 3 })],
);
export const value: fc.Arbitrary<unknown> = weighted([3, scalar], [2, nested]);

export const fieldsOf = (names: fc.Arbitrary<string>, values: fc.Arbitrary<unknown>, min = 0, max = 3) =>
  fc
    .uniqueArray(fc.tuple(names, values), { selector: ([key]) => key, minLength: min, maxLength: max })
    .map((entries): Fields => Object.fromEntries(entries));
export const body = fieldsOf(name, value);
export const document = fc.tuple(id, body).map(([_id, fields]): Fields => ({ _id, ...fields }));

const TYPES = ['string', 'number', 'date'];
const pattern = oneOf(['^a', 'a', '^$', 'b$', '^.$', '\\.', '^[ab]', '[^b]*b$', 'a+b?']).map(
  (each) => new BSONRegExp(each),
);
const scalarNotNull = scalar.filter((each) => each !== null);
const operand = weighted([4, scalar], [1, value]);
const condition: fc.Arbitrary<unknown> = weighted(
  [4, operand],
  [2, fieldsOf(oneOf(['$eq', '$ne']), operand, 1, 1)],
  // With a sparse index, a real server misses documents for a range with null.
  [
    4,
    fieldsOf(
      oneOf(['$gt', '$gte', '$lt', '$lte']),
      operand.filter((each) => each !== null),
      1,
      2,
    ),
  ],
  [2, fieldsOf(oneOf(['$in', '$nin']), fc.array(operand, { maxLength: 3 }), 1, 1)],
  [1, fc.boolean().map(($exists) => ({ $exists }))],
  [1, oneOf(TYPES).map(($type) => ({ $type }))],
  [1, fieldsOf(oneOf(['$gt', '$lte', '$ne']), scalarNotNull, 1, 1).map(($not) => ({ $not }))],
  [1, pattern],
);
const idCondition = fc.oneof(
  id,
  fieldsOf(oneOf(['$gt', '$lte', '$ne']), id, 1, 2),
  fc.array(id, { maxLength: 3 }).map(($in) => ({ $in })),
);
const conditions = weighted(
  [6, fieldsOf(path, condition)],
  [
    1,
    fc.tuple(idCondition, fieldsOf(path, condition, 0, 2)).map(([_id, more]): Fields => ({ _id, ...more })),
  ],
);
export const filter: fc.Arbitrary<Fields> = weighted(
  [5, conditions],
  [
    1,
    fc
      .tuple(oneOf(['$or', '$and']), fc.array(conditions, { minLength: 1, maxLength: 2 }), conditions)
      .map(([operator, alternatives, others]) => ({ ...others, [operator]: alternatives })),
  ],
);
/** Filter for a single document, because servers choose among several by their plans. */
export const byId = fc
  .tuple(id, fieldsOf(path, condition, 0, 1))
  .map(([_id, others]): Fields => ({ _id, ...others }));

export const direction = oneOf([1, -1]);
/** Sort that ends with `_id`, because the order of equal rows is undefined. */
export const sort = fieldsOf(path, direction, 0, 2).chain((fields) =>
  direction.map((_id): Fields => ({ ...fields, _id })),
);
export const projection = fc
  .tuple(
    fieldsOf(oneOf(['a', 'b.x', 'c.x.y']), fc.constant(1), 1, 2),
    oneOf([0, 1]),
    oneOf([undefined, 0, 1]),
  )
  .map(([fields, shown, _id]): Fields => {
    const chosen = Object.fromEntries(Object.keys(fields).map((key) => [key, shown]));
    return _id === undefined ? chosen : { ...chosen, _id };
  });
