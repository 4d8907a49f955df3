import { AFTER, encodeKey, invertKey } from '../bson/keys.ts';
import type { LiveIndex } from '../index/live-index.ts';
import type { Bound, Demands, PathDemand } from './predicates.ts';

/** Half-open range of index keys. All its keys begin with the first `prefixLength` characters of `start`. */
export type Interval = { start: string; end: string; prefixLength: number };

/** Ranges of an index that a filter selects. */
export type IndexBounds = {
  intervals: Interval[];
  /** Number of allowed values of each leading field with a list of values. */
  points: number[];
  /** A range follows the points. */
  ranged: boolean;
  /** The paths whose demands the intervals express exactly. */
  exactPaths: Set<string>;
};

const MAX_INTERVALS = 20_000;
const NOT_A_NUMBER: Bound = { key: encodeKey(NaN), inclusive: false };

/** Returns the ranges of an index that contain every entry allowed by the demands. */
export function boundsOf(index: LiveIndex, demands: Demands): IndexBounds {
  const points: number[] = [];
  const exactPaths = new Set<string>();
  let prefixes = [''];
  for (const [position, { path, descending }] of index.definition.fields.entries()) {
    const demand = canNarrow(index, position)
      ? combine(demands.paths.get(path), index.arrays.size > 0)
      : undefined;
    if (!demand) break;
    const { points: values } = demand;
    if (values && prefixes.length * values.length > MAX_INTERVALS) break;
    if (demand.exact) exactPaths.add(path);
    if (!values) return { intervals: ranges(prefixes, demand, descending), points, ranged: true, exactPaths };
    const parts = values.map((key) => (descending ? invertKey(key) : key));
    prefixes = prefixes.flatMap((prefix) => parts.map((part) => prefix + part));
    points.push(values.length);
  }
  const intervals = prefixes.map((prefix) => ({
    start: prefix,
    end: prefix + AFTER,
    prefixLength: prefix.length,
  }));
  return { intervals: inOrder(intervals), points, ranged: false, exactPaths };
}

/** Whether the field narrows the range. Different elements may match two fields of one array, so only the first narrows. */
function canNarrow({ arrays, definition }: LiveIndex, position: number): boolean {
  if (arrays.size === 0) return true;
  const root = definition.fields[position]!.parts[0];
  return !definition.fields.slice(0, position).some(({ parts }) => parts[0] === root);
}

const inOrder = (intervals: Interval[]) => intervals.sort((a, b) => (a.start < b.start ? -1 : 1));

/** Combines the demands on one path. Different elements of an array may match them, so for arrays only one counts. */
function combine(demands: PathDemand[] | undefined, arrays: boolean): PathDemand | undefined {
  const useful = demands?.filter(({ points, type }) => points ?? type);
  if (!useful || useful.length === 0) return undefined;
  const first = useful.find(({ points }) => points) ?? useful[0]!;
  if (arrays) return { ...first, exact: first.exact && demands!.length === 1 };
  return useful
    .filter((other) => other !== first)
    .reduce(intersect, {
      ...first,
      exact: first.exact && useful.length === demands!.length,
    });
}

function intersect(a: PathDemand, b: PathDemand): PathDemand {
  if (a.points && b.points) {
    const points = a.points.filter((key) => b.points!.includes(key));
    return { ...a, points, exact: a.exact && b.exact };
  }
  if (a.points ?? b.points ?? a.type !== b.type) return { ...a, exact: false };
  const lower = tighter(a.lower, b.lower, (x, y) => x > y);
  const upper = tighter(a.upper, b.upper, (x, y) => x < y);
  return { ...a, ...(lower && { lower }), ...(upper && { upper }), exact: a.exact && b.exact };
}

function tighter(a: Bound | undefined, b: Bound | undefined, wins: (x: string, y: string) => boolean) {
  if (!a || !b) return a ?? b;
  if (a.key === b.key) return a.inclusive ? b : a;
  return wins(a.key, b.key) ? a : b;
}

function ranges(prefixes: string[], demand: PathDemand, descending: boolean): Interval[] {
  const type: Bound = { key: demand.type!, inclusive: true };
  const lower = demand.lower ?? (demand.type === NOT_A_NUMBER.key[0] ? NOT_A_NUMBER : type);
  const upper = demand.upper ?? type;
  const [first, last] = descending ? [inverted(upper), inverted(lower)] : [lower, upper];
  return inOrder(
    prefixes.map((prefix) => ({
      start: prefix + first.key + (first.inclusive ? '' : AFTER),
      end: prefix + last.key + (last.inclusive ? AFTER : ''),
      prefixLength: prefix.length,
    })),
  );
}

const inverted = ({ key, inclusive }: Bound): Bound => ({ key: invertKey(key), inclusive });
