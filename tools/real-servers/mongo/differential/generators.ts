import * as fc from 'fast-check';
import { write, read, readWithin } from './commands.ts';
import { weighted, oneOf, path, fieldsOf, document, direction } from './documents.ts';
import type { Holder, IndexSpec, Scenario, Step } from './scenario.ts';
import type { Fields } from './wire.ts';

const holder = oneOf<Holder>([1, 2]);
const step: fc.Arbitrary<Step> = weighted(
  [5, fc.record({ command: read })],
  [5, fc.record({ command: write })],
  [2, fc.record({ retried: write })],
);
const stepWithin: fc.Arbitrary<Step> = weighted(
  [2, fc.record({ within: holder, command: readWithin })],
  [4, fc.record({ within: holder, command: write })],
  [
    2,
    fc.record({
      within: holder,
      end: oneOf(['commitTransaction', 'commitTransaction', 'abortTransaction'] as const),
    }),
  ],
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
const indexes = weighted(
  [3, fc.uniqueArray(indexOver(1), { selector: ({ name: each }) => each, maxLength: 2 })],
  [1, fc.tuple(indexOver(2))],
);

const withSteps = (steps: fc.Arbitrary<Step>, maxLength: number): fc.Arbitrary<Scenario> =>
  fc.record({
    indexes,
    documents: fc.uniqueArray(document, { selector: ({ _id }) => _id, maxLength: 6 }),
    steps: fc.array(steps, { minLength: 1, maxLength, size: 'max' }),
  });

export const scenario = weighted(
  [3, withSteps(step, 20)],
  [1, withSteps(fc.oneof(step, stepWithin, stepWithin), 20)],
);
