import { decode, type Document } from '../bson/decode.ts';
import { encodeKey } from '../bson/keys.ts';
import type { Collection } from '../storage/collection.ts';
import { bytesOf, type View } from '../storage/view.ts';
import { compileFilter, isOperatorObject, storedMatcher, type Matcher } from './matcher.ts';
import { choosePlan, type Access } from './plan.ts';
import { isRegex } from './regex.ts';
import { countOnIndex, scan, type Found, type ScanStatistics } from './scan.ts';
import { readSort, sortKey, type SortField } from './sort.ts';
import { sortInSteps, type Keyed } from './sort-steps.ts';

export interface Search {
  filter?: Document | undefined;
  sort?: unknown;
  skip?: number;
  /** 0: all. */
  limit?: number;
  hint?: unknown;
}

export interface Execution {
  access: Access | { kind: 'id' };
  sortedInMemory: boolean;
  statistics: ScanStatistics;
}

/** Documents one after the other. At each `undefined` the reader may yield to other commands. */
export type FoundStream = Generator<Found | undefined, void>;

export interface Finding {
  stream: FoundStream;
  execution: Execution;
}

/** Number of examined documents between two points at which the work may yield. */
const STRIDE = 16;

/** Chooses a plan and returns a lazy stream of documents, in the order of the sort or else of the index or storage. */
export function find(collection: Collection, view: View, request: Search): Finding {
  const matches = compileFilter(request.filter);
  const sort = readSort(request.sort);
  const id = onlyId(request.filter);
  if (id !== undefined && request.hint === undefined) return byId(collection, view, id, request);
  const access = choosePlan(collection, {
    filter: request.filter,
    sort,
    limit: request.limit ? request.limit + (request.skip ?? 0) : 0,
    hint: request.hint,
    seq: view.seq,
  });
  const statistics: ScanStatistics = { keys: 0, documents: 0 };
  const found = scan(collection, view, access, statistics);
  const test = access.exact ? undefined : matches;
  return {
    stream: access.sorted ? inOrder(found, test, request) : sorted(found, test, sort, request),
    execution: { access, sortedInMemory: !access.sorted, statistics },
  };
}

/** Returns the encoded `_id` of a filter without other conditions. */
function onlyId(filter: Document | undefined): string | undefined {
  if (!filter || !('_id' in filter) || Object.keys(filter).length !== 1) return undefined;
  const { _id: id } = filter;
  if (isRegex(id) || Array.isArray(id)) return undefined;
  if (!isOperatorObject(id)) return encodeKey(id);
  return Object.keys(id).length === 1 && '$eq' in id && !isRegex(id.$eq) ? encodeKey(id.$eq) : undefined;
}

function byId(collection: Collection, view: View, id: string, { skip = 0 }: Search): Finding {
  const bytes = bytesOf(view, collection, id);
  const count = bytes ? 1 : 0;
  return {
    stream: one(bytes && skip === 0 ? { id, bytes } : undefined),
    execution: {
      access: { kind: 'id' },
      sortedInMemory: false,
      statistics: { keys: count, documents: count },
    },
  };
}

function* one(found: Found | undefined): FoundStream {
  if (found) yield found;
}

const endOf = ({ skip = 0, limit = 0 }: Search): number => (limit > 0 ? skip + limit : Infinity);

function* inOrder(documents: Iterable<Found>, matches: Matcher | undefined, request: Search): FoundStream {
  const { skip = 0, filter = {} } = request;
  const end = endOf(request);
  const isMatch = matches && storedMatcher(filter, matches);
  let passed = 0;
  let examined = 0;
  for (const found of documents) {
    if (++examined % STRIDE === 0) yield undefined;
    if (isMatch && !isMatch(found.bytes)) continue;
    if (passed++ >= skip) yield found;
    if (passed >= end) return;
  }
}

function* sorted(
  documents: Iterable<Found>,
  matches: Matcher | undefined,
  sort: SortField[],
  request: Search,
): FoundStream {
  const end = endOf(request);
  let keyed: Keyed<Found>[] = [];
  let examined = 0;
  for (const found of documents) {
    if (++examined % STRIDE === 0) yield undefined;
    const document = decode(found.bytes);
    if (matches && !matches(document)) continue;
    keyed.push({ key: sortKey(document, sort), value: found });
    if (keyed.length >= 2 * end && keyed.length >= 1000) keyed = (yield* sortInSteps(keyed)).slice(0, end);
  }
  const all = yield* sortInSteps(keyed);
  for (const { value } of all.slice(request.skip ?? 0, end)) yield value;
}

/** Collects a stream into an array. */
export function* collected<T>(stream: Iterable<T | undefined>): Generator<undefined, T[]> {
  const all: T[] = [];
  for (const one of stream) {
    if (one === undefined) yield undefined;
    else all.push(one);
  }
  return all;
}

/** Finds all documents without yielding to other commands. */
export function search(collection: Collection, view: View, request: Search): Found[] {
  return [...find(collection, view, request).stream].filter((found) => found !== undefined);
}

/** Counts the matching documents, on the index alone where possible. */
export function count(collection: Collection, view: View, request: Search): Generator<undefined, number> {
  const { skip = 0, limit = 0, filter, hint } = request;
  compileFilter(filter);
  const access = choosePlan(collection, { filter, sort: [], limit: 0, hint, seq: view.seq });
  const total = countOnIndex(collection, view, access);
  if (total !== undefined) {
    const left = Math.max(0, total - skip);
    return constantCount(limit > 0 ? Math.min(left, limit) : left);
  }
  return counted(find(collection, view, { filter, hint, skip, limit }).stream);
}

// oxlint-disable-next-line require-yield
function* constantCount(total: number): Generator<undefined, number> {
  return total;
}

function* counted(stream: FoundStream): Generator<undefined, number> {
  let total = 0;
  for (const found of stream) {
    if (found) total++;
    else yield undefined;
  }
  return total;
}
