import { mongo } from 'mongoose';
import * as fc from 'fast-check';
import { COLLECTION, type Holder, type IndexSpec, type Scenario, type Step } from './scenario.ts';
import type { Fields } from './wire.ts';

const { BSONRegExp, Double, Long, ObjectId } = mongo.BSON;

/** Few names and values, so that documents, filters and indexes overlap. */
const NAMES = ['a', 'b', 'c'];
const PATHS = [...NAMES, 'a.x', 'b.x', 'c.x.y'];
const IDS = [1, 2, 3, 4, 5, 6];

const oneOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const id = oneOf(IDS);
const name = oneOf(NAMES);
const path = oneOf(PATHS);
const number = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1, max: 4 }) },
  {
    weight: 1,
    arbitrary: oneOf([new Double(1), new Double(1.5), Long.fromNumber(2), 2 ** 31 - 1, Infinity, NaN]),
  },
);
const text = oneOf(['', 'a', 'b', 'A', 'ab', 'é', '😀', '2026-11-25']);
const date = oneOf(['2026-11-25', '2026-11-26']).map((day) => new Date(day));
const scalar = fc.oneof(
  { weight: 4, arbitrary: number },
  { weight: 3, arbitrary: text },
  { weight: 1, arbitrary: date },
  { weight: 2, arbitrary: oneOf<unknown>([null, true, false, new ObjectId('0'.repeat(24))]) },
);
const inner = fc.dictionary(oneOf(['x', 'y']), scalar, { noNullPrototype: true, maxKeys: 2 });
const nested = fc.oneof(
  { weight: 3, arbitrary: inner },
  { weight: 1, arbitrary: inner.map((x) => ({ x })) },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 2, arbitrary: fc.array(inner, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.oneof(scalar, inner, fc.array(scalar, { maxLength: 2 })), { maxLength: 3 }),
  },
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: scalar },
  { weight: 2, arbitrary: nested },
);

const fieldsOf = (names: fc.Arbitrary<string>, values: fc.Arbitrary<unknown>, min = 0, max = 3) =>
  fc
    .uniqueArray(fc.tuple(names, values), { selector: ([key]) => key, minLength: min, maxLength: max })
    .map((entries): Fields => Object.fromEntries(entries));
const body = fieldsOf(name, value);
const document = fc.tuple(id, body).map(([_id, fields]): Fields => ({ _id, ...fields }));

const TYPES = ['string', 'number', 'date'];
const pattern = oneOf(['^a', 'a', '^$', 'b$', '^.$', '\\.', '^[ab]', '[^b]*b$', 'a+b?']).map(
  (each) => new BSONRegExp(each),
);
const scalarNotNull = scalar.filter((each) => each !== null);
const operand = fc.oneof({ weight: 4, arbitrary: scalar }, { weight: 1, arbitrary: value });
const condition: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: operand },
  {
    weight: 2,
    arbitrary: fieldsOf(oneOf(['$eq', '$ne']), operand, 1, 1),
  },
  {
    weight: 4,
    // With a sparse index, a real server misses documents for a range with null.
    arbitrary: fieldsOf(
      oneOf(['$gt', '$gte', '$lt', '$lte']),
      operand.filter((each) => each !== null),
      1,
      2,
    ),
  },
  { weight: 2, arbitrary: fieldsOf(oneOf(['$in', '$nin']), fc.array(operand, { maxLength: 3 }), 1, 1) },
  { weight: 1, arbitrary: fc.boolean().map(($exists) => ({ $exists })) },
  { weight: 1, arbitrary: oneOf(TYPES).map(($type) => ({ $type })) },
  {
    weight: 1,
    arbitrary: fieldsOf(oneOf(['$gt', '$lte', '$ne']), scalarNotNull, 1, 1).map(($not) => ({ $not })),
  },
  { weight: 1, arbitrary: pattern },
);
const idCondition = fc.oneof(
  id,
  fieldsOf(oneOf(['$gt', '$lte', '$ne']), id, 1, 2),
  fc.array(id, { maxLength: 3 }).map(($in) => ({ $in })),
);
const conditions = fc.oneof(
  { weight: 6, arbitrary: fieldsOf(path, condition) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(idCondition, fieldsOf(path, condition, 0, 2))
      .map(([_id, more]): Fields => ({ _id, ...more })),
  },
);
const filter: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 5, arbitrary: conditions },
  {
    weight: 1,
    arbitrary: fc
      .tuple(oneOf(['$or', '$and']), fc.array(conditions, { minLength: 1, maxLength: 2 }), conditions)
      .map(([operator, alternatives, others]) => ({ ...others, [operator]: alternatives })),
  },
);
/** Filter for a single document, because servers choose among several by their plans. */
const byId = fc
  .tuple(id, fieldsOf(path, condition, 0, 1))
  .map(([_id, others]): Fields => ({ _id, ...others }));

const direction = oneOf([1, -1]);
/** Sort that ends with `_id`, because the order of equal rows is undefined. */
const sort = fieldsOf(path, direction, 0, 2).chain((fields) =>
  direction.map((_id): Fields => ({ ...fields, _id })),
);
const projection = fc
  .tuple(
    fieldsOf(oneOf(['a', 'b.x', 'c.x.y']), fc.constant(1), 1, 2),
    oneOf([0, 1]),
    oneOf([undefined, 0, 1]),
  )
  .map(([fields, shown, _id]): Fields => {
    const chosen = Object.fromEntries(Object.keys(fields).map((key) => [key, shown]));
    return _id === undefined ? chosen : { ...chosen, _id };
  });

const setters = fieldsOf(path, value, 1, 2);
const pulled = fc.oneof(
  scalar,
  inner,
  fieldsOf(oneOf(['$in', '$gt']), scalar, 1, 1).map((each) =>
    '$in' in each ? { $in: [each['$in']] } : each,
  ),
);
const operator: fc.Arbitrary<[string, Fields]> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('$set'), setters) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('$setOnInsert'), setters) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('$inc'), fieldsOf(path, number, 1, 2)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('$unset'), fieldsOf(path, fc.constant(1), 1, 2)) },
  { weight: 2, arbitrary: fc.tuple(oneOf(['$max', '$min']), fieldsOf(path, scalar, 1, 1)) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant('$push'),
      fieldsOf(
        path,
        fc.oneof(
          value,
          fc.array(value, { maxLength: 2 }).map(($each) => ({ $each })),
        ),
        1,
        1,
      ),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constant('$pull'), fieldsOf(path, pulled, 1, 1)) },
);
const operators = fc
  .uniqueArray(operator, { selector: ([key]) => key, minLength: 1, maxLength: 3 })
  .map((entries): Fields => Object.fromEntries(entries));
const change = fc.oneof({ weight: 5, arbitrary: operators }, { weight: 1, arbitrary: body });
const upsert = fc.integer({ min: 0, max: 3 }).map((chance): Fields => (chance === 0 ? { upsert: true } : {}));
const updateStatement: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(byId, change, upsert).map(([q, u, more]) => ({ q, u, ...more })) },
  {
    weight: 2,
    arbitrary: fc.tuple(filter, operators, upsert).map(([q, u, more]) => ({ q, u, multi: true, ...more })),
  },
);
const deleteStatement: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 2, arbitrary: byId.map((q) => ({ q, limit: 1 })) },
  { weight: 1, arbitrary: filter.map((q) => ({ q, limit: 0 })) },
);
const many = <T>(each: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.tuple(each) },
    { weight: 1, arbitrary: fc.array(each, { minLength: 2, maxLength: 4 }) },
  );
const ordered = fc
  .integer({ min: 0, max: 3 })
  .map((chance): Fields => (chance === 0 ? { ordered: false } : {}));

const rows =
  (command: string) =>
  (fields: Fields): Fields => ({ [command]: COLLECTION, ...fields });
const batchOf = (command: string, list: string, each: fc.Arbitrary<Fields>) =>
  fc.tuple(many(each), ordered).map(([statements, more]) => rows(command)({ [list]: statements, ...more }));
const findAndModify = fc
  .record(
    { query: filter, sort, update: change, new: fc.boolean(), upsert: fc.boolean(), fields: projection },
    { requiredKeys: ['query', 'sort', 'update'] },
  )
  .map(rows('findAndModify'));
const findAndRemove = fc
  .record(
    { query: filter, sort, remove: fc.constant(true), fields: projection },
    { requiredKeys: ['query', 'sort', 'remove'] },
  )
  .map(rows('findAndModify'));
const write: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 2, arbitrary: batchOf('insert', 'documents', document) },
  { weight: 6, arbitrary: batchOf('update', 'updates', updateStatement) },
  { weight: 1, arbitrary: batchOf('delete', 'deletes', deleteStatement) },
  { weight: 3, arbitrary: findAndModify },
  { weight: 1, arbitrary: findAndRemove },
);

const page = { skip: fc.integer({ min: 0, max: 2 }), limit: fc.integer({ min: 0, max: 3 }) };
const sortedFind = fc
  .record(
    { filter, sort, projection, ...page, batchSize: fc.integer({ min: 1, max: 3 }) },
    { requiredKeys: ['filter', 'sort'] },
  )
  .map(rows('find'));
const plainFind = fc
  .record({ filter, projection, batchSize: fc.integer({ min: 1, max: 3 }) }, { requiredKeys: ['filter'] })
  .map(rows('find'));
const count = fc.record({ query: filter, ...page }, { requiredKeys: ['query'] }).map(rows('count'));
const distinct = fc.record({ key: path, query: filter }).map(rows('distinct'));

const accumulator = fc.oneof(
  fc.constant<Fields>({ $sum: 1 }),
  fc.tuple(oneOf(['$sum', '$min', '$max']), name).map(([key, field]): Fields => ({ [key]: `$${field}` })),
);
const group = fc
  .tuple(
    fc.oneof(
      name.map((field) => `$${field}`),
      oneOf<unknown>([null, 1]),
    ),
    accumulator,
  )
  .map(([_id, n]): Fields => ({ $group: { _id, n } }));
const limit = fc.integer({ min: 1, max: 3 });
const aggregate = fc
  .tuple(filter, fc.option(sort), fc.option(limit), fc.option(group))
  .map(([$match, $sort, $limit, grouped]): Fields => {
    const sorted = $sort ? [{ $sort }, ...($limit ? [{ $limit }] : [])] : [];
    const after = grouped ? [grouped, { $sort: { _id: 1 } }] : [];
    return { aggregate: COLLECTION, pipeline: [{ $match }, ...sorted, ...after], cursor: {} };
  });

const read: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 4, arbitrary: sortedFind },
  { weight: 2, arbitrary: plainFind },
  { weight: 1, arbitrary: count },
  { weight: 1, arbitrary: distinct },
  { weight: 2, arbitrary: aggregate },
);
/** Reads in transactions, which do not support count. */
const readWithin = fc.oneof(sortedFind, plainFind, aggregate);
const holder = oneOf<Holder>([1, 2]);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ command: read }) },
  { weight: 5, arbitrary: fc.record({ command: write }) },
  { weight: 2, arbitrary: fc.record({ retried: write }) },
);
const stepWithin: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ within: holder, command: readWithin }) },
  { weight: 4, arbitrary: fc.record({ within: holder, command: write }) },
  {
    weight: 2,
    arbitrary: fc.record({
      within: holder,
      end: oneOf(['commitTransaction', 'commitTransaction', 'abortTransaction'] as const),
    }),
  },
);

const partialFilter = oneOf<Fields>([
  { a: { $exists: true } },
  { b: { $type: 'string' } },
  { a: { $gt: 1 } },
  { c: { $type: 'number' } },
]);
const indexOver = (fields: number): fc.Arbitrary<IndexSpec> =>
  fc
    .tuple(
      fieldsOf(path, direction, fields, fields),
      fc.record({ unique: fc.boolean() }),
      oneOf(['', '', 'sparse', 'partial']),
      partialFilter,
    )
    .map(([key, { unique }, kind, partialFilterExpression]) => ({
      key,
      name: Object.entries(key).flat().join('_'),
      ...(unique && { unique }),
      ...(kind === 'sparse' && { sparse: true }),
      ...(kind === 'partial' && { partialFilterExpression }),
    }));

/** Only one index over two fields, because its error for two arrays would compete with a duplicate in another index. */
const indexes = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.uniqueArray(indexOver(1), { selector: ({ name: each }) => each, maxLength: 2 }),
  },
  { weight: 1, arbitrary: fc.tuple(indexOver(2)) },
);

const withSteps = (steps: fc.Arbitrary<Step>, maxLength: number): fc.Arbitrary<Scenario> =>
  fc.record({
    indexes,
    documents: fc.uniqueArray(document, { selector: ({ _id }) => _id, maxLength: 6 }),
    steps: fc.array(steps, { minLength: 1, maxLength, size: 'max' }),
  });

export const scenario = fc.oneof(
  { weight: 3, arbitrary: withSteps(step, 20) },
  { weight: 1, arbitrary: withSteps(fc.oneof(step, stepWithin, stepWithin), 20) },
);
