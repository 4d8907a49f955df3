import type { Document } from '../bson/decode.ts';
import { equalValues, isDocument } from '../bson/values.ts';
import { badValue, MongoError } from '../errors.ts';
import { sameKeyPattern } from '../index/definition.ts';
import type { LiveIndex } from '../index/live-index.ts';
import type { Collection } from '../storage/collection.ts';
import { boundsOf, type IndexBounds, type Interval } from './bounds.ts';
import { isOperatorObject } from './matcher.ts';
import { readDemands, type Demands } from './predicates.ts';
import type { SortField } from './sort.ts';

export interface IndexScan {
  kind: 'index';
  index: LiveIndex;
  intervals: Interval[];
  reverse: boolean;
  /** Whether the intervals must be merged for the requested order. */
  merge: boolean;
  /** Whether the entries are in the requested order. */
  sorted: boolean;
  /** Whether every entry in the intervals matches, so that no document has to be read. */
  exact: boolean;
}

export type Access =
  | { kind: 'collection'; reverse: boolean; sorted: boolean; exact: boolean }
  | { kind: 'union'; scans: IndexScan[]; sorted: false; exact: false }
  | IndexScan;

interface PlanRequest {
  filter?: Document | undefined;
  sort: readonly SortField[];
  /** Maximum number of documents; 0 for all. */
  limit: number;
  hint?: unknown;
  /** Commit of the state to read. A younger index does not list that state. */
  seq: number;
}

type Candidate = IndexScan & { entries: number; rank: number };

const MERGE_LIMIT = 200;
const SORT_PENALTY = 20;

/** Chooses the cheapest access: an index that filters or sorts, or a scan of the collection. */
export function choosePlan(collection: Collection, request: PlanRequest): Access {
  const demands = readDemands(request.filter);
  const natural = request.sort[0]?.path === '$natural';
  if (natural || isNaturalHint(request.hint)) return wholeCollection(request, demands, natural);
  if (request.hint !== undefined) return hinted(collection, request, demands);
  const single = singleDocument(collection, demands, request);
  if (single) return single;
  const candidates = collection.indexes
    .filter((index) => isVisible(index, request.seq) && isUsable(index, demands))
    .map((index) => candidate(index, request, demands))
    .filter(({ rank }) => rank > 0);
  const best = cheapest(candidates, request);
  const narrowed = best && best.intervals.some(({ end }) => end !== '\u0100');
  if (!narrowed && demands.or) {
    const union = unionPlan(collection, demands.or, request.seq);
    if (union) return union;
  }
  return best ?? wholeCollection(request, demands, false);
}

/** A unique index with one allowed value for each field, which no other index can beat. */
function singleDocument(
  collection: Collection,
  demands: Demands,
  { seq, sort }: PlanRequest,
): IndexScan | undefined {
  for (const index of collection.indexes) {
    const { definition } = index;
    const isPinned = ({ path }: { path: string }) => demands.paths.get(path)?.[0]?.points?.length === 1;
    if (!isUnique(collection, index) || !definition.fields.every(isPinned)) continue;
    if (!isVisible(index, seq) || !isUsable(index, demands)) continue;
    const bounds = boundsOf(index, demands);
    if (bounds.intervals.length !== 1 || bounds.points.length !== definition.fields.length) continue;
    const exact = isExact(index, bounds, demands);
    return {
      kind: 'index',
      index,
      intervals: bounds.intervals,
      reverse: false,
      merge: false,
      // A sort by two arrays must fail even for one document.
      sorted: sort.length < 2,
      exact,
    };
  }
  return undefined;
}

const isVisible = ({ since }: LiveIndex, seq: number): boolean => since <= seq;

const isUnique = (collection: Collection, index: LiveIndex): boolean =>
  index.definition.unique || index === collection.indexes[0];

function wholeCollection(request: PlanRequest, demands: Demands, natural: boolean): Access {
  return {
    kind: 'collection',
    reverse: natural && request.sort[0]!.descending,
    sorted: natural || request.sort.length === 0,
    exact: demands.complete && demands.paths.size === 0,
  };
}

const isNaturalHint = (hint: unknown) => isDocument(hint) && '$natural' in hint;

function hinted(collection: Collection, request: PlanRequest, demands: Demands): Access {
  const { hint } = request;
  const index = collection.indexes.find(
    ({ definition, since }) =>
      since <= request.seq &&
      (isDocument(hint) ? sameKeyPattern(definition.key, hint) : definition.name === hint),
  );
  if (!index) throw badValue('hint provided does not correspond to an existing index');
  if (index.definition.partial && !isUsable(index, demands)) {
    throw new MongoError(291, 'NoQueryExecutionPlans', 'error processing query: No query solutions');
  }
  return candidate(index, request, demands);
}

/** Plans each alternative of an `$or` on its own index. */
function unionPlan(collection: Collection, branches: Document[], seq: number): Access | undefined {
  const scans: IndexScan[] = [];
  for (const filter of branches) {
    if (!isDocument(filter)) return undefined;
    const plan = choosePlan(collection, { filter, sort: [], limit: 0, seq });
    if (plan.kind !== 'index') return undefined;
    scans.push(plan);
  }
  return { kind: 'union', scans, sorted: false, exact: false };
}

/** Whether the index lists every document that the filter can match. */
function isUsable({ definition }: LiveIndex, demands: Demands): boolean {
  if (definition.partial) return implies(demands, definition.partial.filter);
  if (!definition.sparse) return true;
  return definition.fields.some(({ path }) => demands.paths.get(path)?.some(({ needsValue }) => needsValue));
}

function implies(demands: Demands, partial: Document): boolean {
  return Object.entries(partial).every(([path, condition]) => {
    if (path === '$and') return (condition as Document[]).every((part) => implies(demands, part));
    if (path.startsWith('$')) return false;
    const own = demands.paths.get(path) ?? [];
    if (isDocument(condition) && equalValues(condition, { $exists: true })) {
      return own.some(({ needsValue }) => needsValue);
    }
    if (isDocument(condition) && '$type' in condition)
      return own.some(({ typed }) => isType(typed, condition));
    const required = readDemands({ [path]: condition }).paths.get(path);
    if (isOperatorObject(condition) && Object.keys(condition).length !== required?.length) return false;
    return required?.every((outer) => own.some((inner) => isWithin(inner, outer))) ?? false;
  });
}

/** As on a real server, only the same `$type` in the query implies the condition; a value does not. */
const isType = (typed: unknown, condition: Document): boolean => equalValues(condition, { $type: typed });

type Demand = NonNullable<ReturnType<Demands['paths']['get']>>[number];

/** Whether `outer` allows every value of `inner`. As on a real server, a pattern or an element implies nothing. */
function isWithin(inner: Demand, outer: Demand): boolean {
  if (!inner.points && !inner.exact) return false;
  if (outer.points)
    return inner.points !== undefined && inner.points.every((key) => outer.points!.includes(key));
  if (outer.type === undefined) return false;
  if (inner.points) return inner.points.every((key) => isAbove(key, outer) && isBelow(key, outer));
  if (inner.type !== outer.type) return false;
  return isLowerWithin(inner, outer) && isUpperWithin(inner, outer);
}

function isAbove(key: string, { type, lower }: Demand): boolean {
  if (key[0] !== type) return false;
  return !lower || key > lower.key || (key === lower.key && lower.inclusive);
}

const isBelow = (key: string, { upper }: Demand): boolean =>
  !upper || key < upper.key || (key === upper.key && upper.inclusive);

function isLowerWithin(inner: Demand, outer: Demand): boolean {
  if (!outer.lower) return true;
  if (!inner.lower) return false;
  if (inner.lower.key !== outer.lower.key) return inner.lower.key > outer.lower.key;
  return outer.lower.inclusive || !inner.lower.inclusive;
}

function isUpperWithin(inner: Demand, outer: Demand): boolean {
  if (!outer.upper) return true;
  if (!inner.upper) return false;
  if (inner.upper.key !== outer.upper.key) return inner.upper.key < outer.upper.key;
  return outer.upper.inclusive || !inner.upper.inclusive;
}

function candidate(index: LiveIndex, request: PlanRequest, demands: Demands): Candidate {
  const bounds = boundsOf(index, demands);
  const order = orderOf(index, bounds, request.sort, demands);
  const narrowing = bounds.points.length + (bounds.ranged ? 0.5 : 0);
  return {
    kind: 'index',
    index,
    intervals: bounds.intervals,
    reverse: order?.reverse ?? false,
    merge: order?.merge ?? false,
    sorted: order !== undefined,
    exact: isExact(index, bounds, demands),
    rank: narrowing + (order && request.sort.length > 0 ? 0.25 : 0),
    entries: countEntries(index, bounds.intervals),
  };
}

/** Whether the intervals express the whole filter, including the condition of a partial index. */
function isExact(index: LiveIndex, bounds: IndexBounds, demands: Demands): boolean {
  if (!demands.complete || index.arrays.size > 0) return false;
  return [...demands.paths.keys()].every((path) => bounds.exactPaths.has(path));
}

/** Estimates the number of entries in the intervals. */
function countEntries(index: LiveIndex, intervals: Interval[]): number {
  const sample = intervals.slice(0, 50);
  const entries = sample.reduce((sum, { start, end }) => sum + index.entries.count(start, end), 0);
  return (entries * intervals.length) / Math.max(1, sample.length);
}

/** Returns the candidate that reads the fewest documents; a later sort adds half of the cost. */
function cheapest(candidates: Candidate[], { limit, sort }: PlanRequest): Candidate | undefined {
  const matches = Math.min(...candidates.map(({ entries }) => entries));
  const cost = ({ sorted, entries, exact }: Candidate) => {
    if (!sorted) return entries * 1.5 + (sort.length > 0 ? SORT_PENALTY : 0);
    if (limit === 0) return entries;
    return Math.min(entries, exact ? limit : (limit * entries) / Math.max(1, matches));
  };
  return candidates.sort((a, b) => cost(a) - cost(b) || b.rank - a.rank)[0];
}

interface Order {
  reverse: boolean;
  merge: boolean;
}

/** Direction in which the index yields the requested order; `undefined` when it cannot. */
function orderOf(
  index: LiveIndex,
  bounds: IndexBounds,
  sort: readonly SortField[],
  demands: Demands,
): Order | undefined {
  if (sort.length === 0) return { reverse: false, merge: false };
  const sortFields = sort.filter(({ path }) => !isConstant(path, demands, index));
  const { fields } = index.definition;
  const skipped: number[] = [];
  let reverse: boolean | undefined;
  let at = 0;
  let firstSorted: number | undefined;
  for (const { path, descending } of sortFields) {
    while (at < bounds.points.length && fields[at]?.path !== path) skipped.push(at++);
    const field = fields[at];
    if (!field || field.path !== path || index.arrays.has(at)) return undefined;
    const backwards = field.descending !== descending;
    if (reverse !== undefined && reverse !== backwards) return undefined;
    reverse = backwards;
    firstSorted ??= at;
    at++;
  }
  const several = skipped.filter((position) => bounds.points[position]! > 1);
  if (several.length === 0) return { reverse: reverse ?? false, merge: false };
  const canMerge = firstSorted! >= bounds.points.length && bounds.intervals.length <= MERGE_LIMIT;
  return canMerge ? { reverse: reverse ?? false, merge: true } : undefined;
}

/** Whether a field has one allowed value, so that it does not affect the order. */
function isConstant(path: string, demands: Demands, index: LiveIndex): boolean {
  if (index.arrays.size > 0) return false;
  const inIndex = index.definition.fields.some((field) => field.path === path);
  return inIndex && (demands.paths.get(path)?.some(({ points }) => points?.length === 1) ?? false);
}
