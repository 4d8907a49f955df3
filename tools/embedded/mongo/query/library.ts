import { Aggregator } from 'mingo/aggregator';
import { Context, evalExpr } from 'mingo/core';
import * as accumulators from 'mingo/operators/accumulator';
import * as expressions from 'mingo/operators/expression';
import * as stages from 'mingo/operators/pipeline';
import * as projections from 'mingo/operators/projection';
import * as queries from 'mingo/operators/query';
import * as windows from 'mingo/operators/window';
import { Query } from 'mingo/query';
import type { Document } from '../bson/decode.ts';
import { isDocument, toNumber } from '../bson/values.ts';
import { badValue } from '../errors.ts';
import { truncateDate } from './date-trunc.ts';

type ExpressionOptions = Parameters<typeof evalExpr>[2];

/** The library's own one miscounts days in time zones. */
function $dateTrunc(document: unknown, expression: unknown, options: ExpressionOptions): Date | null {
  const value = evalExpr(document, expression, options) as Document;
  const { date, unit, binSize, timezone, startOfWeek } = value;
  if (!date || !unit) return null;
  if (!(date instanceof Date)) throw badValue('$dateTrunc requires date to be convertible to a date');
  return truncateDate(date, {
    unit: textOr(unit, ''),
    binSize: binSize === undefined ? 1 : toNumber(binSize),
    timezone: textOr(timezone, 'UTC'),
    startOfWeek: textOr(startOfWeek, 'sunday'),
  });
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** Operators that are added first win. */
const context = Context.init({ expression: { $dateTrunc } as never })
  .addAccumulatorOps(accumulators)
  .addExpressionOps(expressions)
  .addPipelineOps(stages)
  .addProjectionOps(projections)
  .addQueryOps(queries)
  .addWindowOps(windows);

export type LibraryOptions = {
  collectionResolver?: (name: string) => Document[];
  variables?: Document;
};

const FIXED = { context, scriptEnabled: false };

/** Runs pipeline stages over documents with plain JavaScript numbers; both may be changed by it. */
export const runStages = (
  documents: Document[],
  pipeline: Document[],
  options: LibraryOptions = {},
): Document[] => new Aggregator(pipeline, { ...FIXED, ...options }).run(documents);

/** A test for documents with plain JavaScript numbers. */
export function libraryTest(condition: Document): (document: Document) => boolean {
  const query = new Query(condition, FIXED);
  return (document) => query.test(document);
}

/** One document with plain JavaScript numbers as a projection with computed fields shows it. */
export const project = (document: Document, projection: Document): Document =>
  new Query({}, FIXED).find<Document>([document], projection).all()[0]!;

const WITHOUT_TIMEZONE = [
  '$dateAdd',
  '$dateSubtract',
  '$dateDiff',
  '$dateFromParts',
  '$dateFromString',
  '$dateToParts',
];

/** Refuses what the library has but must not run here, or computes wrongly. */
export function refuseUnsafe(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    if (name === '$function' || name === '$where' || name === '$accumulator') {
      throw badValue(`${name} is not supported: no scripts run in this server`);
    }
    if (name === '$jsonSchema' || name === '$toHashedIndexKey') throw badValue(`${name} is not supported`);
    if (WITHOUT_TIMEZONE.includes(name) && isDocument(child) && child.timezone !== undefined) {
      throw badValue(`${name} is not supported with a time zone`);
    }
    refuseUnsafe(child);
  }
}
