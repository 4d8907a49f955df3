import { decode, type Document } from '../bson/decode.ts';
import { encodeKey } from '../bson/keys.ts';
import { isDocument } from '../bson/values.ts';
import { bytesOf, type Collection, type View } from '../storage/collection.ts';
import { compileFilter, isOperatorObject, type Matcher } from './matcher.ts';
import { choosePlan, type Access } from './plan.ts';
import { holdsRiskyRegex, isRegex, withinTime } from './regex.ts';
import { countOnIndex, scan, type Found, type ScanStatistics } from './scan.ts';
import { readSort, sortKey, type SortField } from './sort.ts';

export type Search = {
  filter?: Document | undefined;
  sort?: unknown;
  skip?: number;
  /** 0: all. */
  limit?: number;
  hint?: unknown;
};

export type Execution = {
  access: Access | { kind: 'id' };
  sortedInMemory: boolean;
  statistics: ScanStatistics;
};

export type SearchResult = { found: Found[]; execution: Execution };

/** Finds the documents that a view shows; the order is that of the sort, or of the index or storage. */
export function search(collection: Collection, view: View, request: Search): SearchResult {
  const matches = compileFilter(request.filter);
  const sort = readSort(request.sort);
  const id = onlyId(request.filter);
  if (id !== undefined && request.hint === undefined) return byId(collection, view, id, request);
  const access = choosePlan(collection, {
    filter: request.filter,
    sort,
    wanted: request.limit ? request.limit + (request.skip ?? 0) : 0,
    hint: request.hint,
  });
  const run = () => execute(collection, view, access, access.exact ? undefined : matches, sort, request);
  return holdsRiskyRegex(request.filter) ? withinTime(run) : run();
}

/** The encoded `_id` of a filter that asks for nothing else. */
function onlyId(filter: Document | undefined): string | undefined {
  if (!filter || !('_id' in filter) || Object.keys(filter).length !== 1) return undefined;
  const { _id: id } = filter;
  if (isRegex(id) || Array.isArray(id)) return undefined;
  if (!isOperatorObject(id)) return encodeKey(id);
  return Object.keys(id).length === 1 && '$eq' in id && !isRegex(id.$eq) ? encodeKey(id.$eq) : undefined;
}

function byId(collection: Collection, view: View, id: string, { skip = 0 }: Search): SearchResult {
  const bytes = bytesOf(view, collection, id);
  const count = bytes ? 1 : 0;
  return {
    found: bytes && skip === 0 ? [{ id, bytes }] : [],
    execution: {
      access: { kind: 'id' },
      sortedInMemory: false,
      statistics: { keys: count, documents: count },
    },
  };
}

function execute(
  collection: Collection,
  view: View,
  access: Access,
  matches: Matcher | undefined,
  sort: SortField[],
  { skip = 0, limit = 0 }: Search,
): SearchResult {
  const statistics: ScanStatistics = { keys: 0, documents: 0 };
  const execution: Execution = { access, sortedInMemory: !access.sorted, statistics };
  const end = limit > 0 ? skip + limit : Infinity;
  if (!access.sorted) {
    const all = sortAll(scan(collection, view, access, statistics), matches, sort);
    return { found: all.slice(skip, end), execution };
  }
  const found: Found[] = [];
  let passed = 0;
  if (end > 0) {
    for (const one of scan(collection, view, access, statistics)) {
      if (matches && !matches(decode(one.bytes))) continue;
      if (passed++ >= skip) found.push(one);
      if (passed >= end) break;
    }
  }
  return { found, execution };
}

function sortAll(documents: Iterable<Found>, matches: Matcher | undefined, sort: SortField[]): Found[] {
  const keyed: { key: string; found: Found }[] = [];
  for (const found of documents) {
    const document = decode(found.bytes);
    if (!matches || matches(document)) keyed.push({ key: sortKey(document, sort), found });
  }
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ found }) => found);
}

/** How many documents match, from the index alone where it knows. */
export function countMatches(collection: Collection, view: View, request: Search): number {
  const { skip = 0, limit = 0, filter, hint } = request;
  compileFilter(filter);
  const access = choosePlan(collection, { filter, sort: [], wanted: 0, hint });
  const total = countOnIndex(collection, view, access);
  if (total === undefined) return search(collection, view, { filter, hint, skip, limit }).found.length;
  const left = Math.max(0, total - skip);
  return limit > 0 ? Math.min(left, limit) : left;
}

/** Filters come as documents or are left out. */
export const asFilter = (value: unknown): Document | undefined => (isDocument(value) ? value : undefined);
