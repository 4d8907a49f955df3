import * as fc from 'fast-check';
import {
  weighted,
  oneOf,
  name,
  path,
  number,
  scalar,
  inner,
  value,
  fieldsOf,
  body,
  document,
  filter,
  byId,
  sort,
  projection,
} from './documents.ts';
import { COLLECTION } from './scenario.ts';
import type { Fields } from './wire.ts';

const setters = fieldsOf(path, value, 1, 2);
const pulled = fc.oneof(
  scalar,
  inner,
  fieldsOf(oneOf(['$in', '$gt']), scalar, 1, 1).map((each) =>
    '$in' in each ? { $in: [each['$in']] } : each,
  ),
);
const operator: fc.Arbitrary<[string, Fields]> = weighted(
  [4, fc.tuple(fc.constant('$set'), setters)],
  [2, fc.tuple(fc.constant('$setOnInsert'), setters)],
  [3, fc.tuple(fc.constant('$inc'), fieldsOf(path, number, 1, 2))],
  [2, fc.tuple(fc.constant('$unset'), fieldsOf(path, fc.constant(1), 1, 2))],
  [2, fc.tuple(oneOf(['$max', '$min']), fieldsOf(path, scalar, 1, 1))],
  [
    2,
    fc.tuple(
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
  ],
  [2, fc.tuple(fc.constant('$pull'), fieldsOf(path, pulled, 1, 1))],
);
const operators = fc
  .uniqueArray(operator, { selector: ([key]) => key, minLength: 1, maxLength: 3 })
  .map((entries): Fields => Object.fromEntries(entries));
const change = weighted([5, operators], [1, body]);
const upsert = fc.integer({ min: 0, max: 3 }).map((chance): Fields => (chance === 0 ? { upsert: true } : {}));
const updateStatement: fc.Arbitrary<Fields> = weighted(
  [5, fc.tuple(byId, change, upsert).map(([q, u, more]) => ({ q, u, ...more }))],
  [2, fc.tuple(filter, operators, upsert).map(([q, u, more]) => ({ q, u, multi: true, ...more }))],
);
const deleteStatement: fc.Arbitrary<Fields> = weighted(
  [2, byId.map((q) => ({ q, limit: 1 }))],
  [1, filter.map((q) => ({ q, limit: 0 }))],
);
const many = <T>(each: fc.Arbitrary<T>) =>
  weighted([3, fc.tuple(each)], [1, fc.array(each, { minLength: 2, maxLength: 4 })]);
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
export const write: fc.Arbitrary<Fields> = weighted(
  [2, batchOf('insert', 'documents', document)],
  [6, batchOf('update', 'updates', updateStatement)],
  [1, batchOf('delete', 'deletes', deleteStatement)],
  [3, findAndModify],
  [1, findAndRemove],
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

export const read: fc.Arbitrary<Fields> = weighted(
  [4, sortedFind],
  [2, plainFind],
  [1, count],
  [1, distinct],
  [2, aggregate],
);
/** Reads in transactions, which do not support count. */
export const readWithin = fc.oneof(sortedFind, plainFind, aggregate);
