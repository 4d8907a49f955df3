import type { Document } from '../bson/decode.ts';
import { encodeKey, NULL_KEY } from '../bson/keys.ts';
import { isNumeric, toNumber } from '../bson/values.ts';
import { isOperatorObject } from './matcher.ts';
import { isRegex } from './regex.ts';

export type Bound = { key: string; inclusive: boolean };

/** Conditions of a filter on one path that an index can use. */
export type PathDemand = {
  /** Keys of the only values allowed. */
  points?: string[];
  /** Bounds within one type. */
  type?: string;
  lower?: Bound;
  upper?: Bound;
  /** Whether the filter demands nothing besides the bounds. */
  exact: boolean;
  /** Whether a missing field cannot match. */
  needsValue: boolean;
  /** Operand of `$type`. */
  typed?: unknown;
};

export type Demands = {
  paths: Map<string, PathDemand[]>;
  /** Whether the predicates express the whole filter. */
  complete: boolean;
  /** Alternatives of a top-level `$or`. */
  or?: Document[];
};

/** Collects the predicates of each path from the parts of a conjunction. */
export function readDemands(filter: Document | undefined): Demands {
  const demands: Demands = { paths: new Map(), complete: true };
  if (filter) readFilter(filter, demands);
  return demands;
}

function readFilter(filter: Document, demands: Demands): void {
  for (const [name, condition] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(condition)) {
      for (const part of condition) readFilter(part as Document, demands);
    } else if (name === '$or' && Array.isArray(condition)) {
      demands.complete = false;
      demands.or = condition as Document[];
    } else if (name.startsWith('$')) demands.complete = false;
    else readPath(name, condition, demands);
  }
}

function readPath(path: string, condition: unknown, demands: Demands): void {
  if (!isOperatorObject(condition)) return add(demands, path, equality(condition));
  for (const [operator, operand] of Object.entries(condition)) {
    add(demands, path, readOperator(operator, operand));
  }
}

function add(demands: Demands, path: string, demand: PathDemand | undefined): void {
  if (!demand) {
    demands.complete = false;
    return;
  }
  const list = demands.paths.get(path);
  if (list) list.push(demand);
  else demands.paths.set(path, [demand]);
  if (!demand.exact) demands.complete = false;
}

function readOperator(operator: string, operand: unknown): PathDemand | undefined {
  switch (operator) {
    case '$eq':
      return isRegex(operand) ? undefined : equality(operand);
    case '$in':
      return membership(operand);
    case '$gt':
    case '$gte':
      return range(operand, operator === '$gte', 'lower');
    case '$lt':
    case '$lte':
      return range(operand, operator === '$lte', 'upper');
    case '$exists':
      return operand === true ? { exact: false, needsValue: true } : undefined;
    case '$type':
      return { exact: false, needsValue: true, typed: operand };
    default:
      return undefined;
  }
}

function equality(value: unknown): PathDemand | undefined {
  if (value === null || value === undefined) return { points: [NULL_KEY], exact: false, needsValue: false };
  if (isRegex(value)) {
    const [pattern, options] =
      value instanceof RegExp ? [value.source, value.flags] : [value.pattern, value.options];
    return options === '' ? prefix(pattern) : undefined;
  }
  if (Array.isArray(value)) return undefined;
  return { points: [encodeKey(value)], exact: true, needsValue: true };
}

function membership(values: unknown): PathDemand | undefined {
  if (!Array.isArray(values) || values.some((value) => isRegex(value) || Array.isArray(value)))
    return undefined;
  const points = [...new Set(values.map(encodeKey))];
  const holdsNull = points.includes(NULL_KEY);
  return { points, exact: !holdsNull, needsValue: !holdsNull };
}

function range(operand: unknown, inclusive: boolean, side: 'lower' | 'upper'): PathDemand | undefined {
  if (operand === null || operand === undefined) return inclusive ? equality(null) : undefined;
  if (Array.isArray(operand)) return undefined;
  if (isNumeric(operand) && Number.isNaN(toNumber(operand))) return undefined;
  const key = encodeKey(operand);
  return { type: key[0]!, [side]: { key, inclusive }, exact: true, needsValue: true };
}

const LITERAL_PREFIX = /^\^((?:[\w\s@#%&=:;,<>!"'~/-]|\\[.@/-])+)/;

/** Returns the bounds of a prefix pattern: `/^abc/` matches only strings that begin with abc. */
function prefix(pattern: string): PathDemand | undefined {
  if (pattern.includes('|')) return undefined;
  const match = LITERAL_PREFIX.exec(pattern);
  if (!match) return undefined;
  const followed = /^[*?{]/.test(pattern.slice(match[0].length));
  const text = match[1]!.replace(/\\(.)/g, '$1').slice(0, followed ? -1 : undefined);
  if (text === '') return undefined;
  const key = encodeKey(text).slice(0, -1);
  return {
    type: key[0]!,
    lower: { key, inclusive: true },
    upper: { key: `${key}\u00ff`, inclusive: false },
    exact: false,
    needsValue: true,
  };
}
