import { createRequire } from 'node:module';
import type { Aggregator } from 'mingo/aggregator';
import type * as Core from 'mingo/core';
import type { Query } from 'mingo/query';
import { Decimal128, Long, ObjectId } from 'bson';
import type { Document } from '../bson/decode.ts';
import { isDocument, toNumber } from '../bson/values.ts';
import { badValue } from '../errors.ts';
import { truncateDate } from './date-trunc.ts';

type ExpressionOptions = Parameters<typeof Core.evalExpr>[2];

type Library = {
  Aggregator: typeof Aggregator;
  Query: typeof Query;
  evalExpr: typeof Core.evalExpr;
  options: { context: Core.Context; scriptEnabled: false };
};

type Operator = (input: unknown, expression: unknown, options: ExpressionOptions) => unknown;
type Operators = Record<string, Operator>;

/** The library has no text for an ObjectId. */
const textOfId =
  (original: Operator): Operator =>
  (document, expression, options) => {
    const value = library().evalExpr(document, expression, options);
    return value instanceof ObjectId ? value.toHexString() : original(document, expression, options);
  };

/** The library writes `objectid`. */
const typeName =
  (original: Operator): Operator =>
  (document, expression, options) =>
    library().evalExpr(document, expression, options) instanceof ObjectId
      ? 'objectId'
      : original(document, expression, options);

const ARITHMETIC = [
  '$abs',
  '$add',
  '$ceil',
  '$divide',
  '$exp',
  '$floor',
  '$ln',
  '$log',
  '$log10',
  '$mod',
  '$multiply',
];
const MORE_ARITHMETIC = ['$pow', '$round', '$sqrt', '$subtract', '$trunc'];
const ACCUMULATORS = ['$avg', '$stdDevPop', '$stdDevSamp', '$sum'];

/** The library would take a Decimal128 or a large 64-bit integer for no number at all. */
function refuseWideNumbers(name: string, values: unknown): void {
  for (const value of Array.isArray(values) ? values : [values]) {
    if (value instanceof Decimal128 || value instanceof Long) {
      throw badValue(`${name} is not supported for Decimal128 and integers beyond 2^53`);
    }
  }
}

const checkedExpression =
  (name: string, original: Operator): Operator =>
  (document, expression, options) => {
    refuseWideNumbers(name, library().evalExpr(document, expression, options));
    return original(document, expression, options);
  };

const checkedAccumulator =
  (name: string, original: Operator, push: Operator): Operator =>
  (documents, expression, options) => {
    refuseWideNumbers(name, push(documents, expression, options));
    return original(documents, expression, options);
  };

function ownOperators(expressions: Operators, accumulators: Operators) {
  const own: Operators = {
    $dateTrunc,
    $toString: textOfId(expressions.$toString!),
    $type: typeName(expressions.$type!),
  };
  const ownAccumulators: Operators = {};
  for (const name of [...ARITHMETIC, ...MORE_ARITHMETIC])
    own[name] = checkedExpression(name, expressions[name]!);
  for (const name of ACCUMULATORS) {
    ownAccumulators[name] = checkedAccumulator(name, accumulators[name]!, accumulators.$push!);
  }
  return { expression: own, accumulator: ownAccumulators } as never;
}

let loaded: Library | undefined;

/** Loaded when it is first needed: most servers live and die without, and it takes memory and start time. */
const library = (): Library => (loaded ??= load());

function load(): Library {
  const require = createRequire(import.meta.url);
  const { Context, evalExpr } = require('mingo/core') as typeof Core;
  const operators = <T>(kind: string) => require(`mingo/operators/${kind}`) as T;
  const [expressions, accumulators] = [operators('expression'), operators('accumulator')];
  // Operators that are added first win.
  const context = Context.init(ownOperators(expressions as Operators, accumulators as Operators))
    .addAccumulatorOps(accumulators as never)
    .addExpressionOps(expressions as never)
    .addPipelineOps(operators('pipeline'))
    .addProjectionOps(operators('projection'))
    .addQueryOps(operators('query'))
    .addWindowOps(operators('window'));
  return {
    ...(require('mingo/aggregator') as Pick<Library, 'Aggregator'>),
    ...(require('mingo/query') as Pick<Library, 'Query'>),
    evalExpr,
    options: { context, scriptEnabled: false },
  };
}

/** The library's own one miscounts days in time zones. */
function $dateTrunc(document: unknown, expression: unknown, options: ExpressionOptions): Date | null {
  const value = library().evalExpr(document, expression, options) as Document;
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

export type LibraryOptions = {
  collectionResolver?: (name: string) => Document[];
  variables?: Document;
};

/** Runs pipeline stages over documents with plain JavaScript numbers; both may be changed by it. */
export function runStages(
  documents: Document[],
  pipeline: Document[],
  options: LibraryOptions = {},
): Document[] {
  const { Aggregator, options: fixed } = library();
  return new Aggregator(pipeline, { ...fixed, ...options }).run(documents);
}

/** A test for documents with plain JavaScript numbers. */
export function libraryTest(condition: Document): (document: Document) => boolean {
  const { Query, options } = library();
  const query = new Query(condition, options);
  return (document) => query.test(document);
}

/** One document with plain JavaScript numbers as a projection with computed fields shows it. */
export function project(document: Document, projection: Document): Document {
  const { Query, options } = library();
  return new Query({}, options).find<Document>([document], projection).all()[0]!;
}

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
