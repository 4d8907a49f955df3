import { decode, setField, type Document } from '../bson/decode.ts';
import { encode, toPlain } from '../bson/encode.ts';
import { isDocument, isNumeric, toNumber } from '../bson/values.ts';
import { badValue, location } from '../errors.ts';
import { setAt } from '../update/target.ts';
import { valueAt } from './paths.ts';
import { project as projectWithLibrary, refuseUnsafe } from './library.ts';

/** Turns a stored document into what the client asked to see. */
export type Projector = (bytes: Uint8Array) => Uint8Array;

type Tree = Map<string, Tree | true>;

/** Compiles a projection; undefined when whole documents are wanted. */
export function compileProjection(projection: unknown): Projector | undefined {
  if (projection === undefined || projection === null) return undefined;
  if (!isDocument(projection)) throw badValue('projection must be an object');
  const entries = Object.entries(projection);
  if (entries.length === 0) return undefined;
  if (entries.some(([path]) => path.split('.').includes('$'))) {
    throw badValue('positional projection is not supported');
  }
  const slices = readSlices(entries);
  const others = entries.filter(([path]) => !slices.some((slice) => slice.path === path));
  if (!others.every(([, value]) => isFlag(value))) return compileExpressions(projection);
  return compileFlags(others, slices);
}

const isFlag = (value: unknown) => typeof value === 'boolean' || isNumeric(value);
const isOn = (value: unknown) => (typeof value === 'boolean' ? value : toNumber(value) !== 0);

function compileFlags(entries: [string, unknown][], slices: Slice[]): Projector {
  const fields = entries.filter(([path]) => path !== '_id');
  const idFlag = entries.find(([path]) => path === '_id');
  const including = isIncluding(fields, idFlag);
  for (const [path, value] of fields) {
    if (isOn(value) === including) continue;
    throw including
      ? location(31254, `Cannot do exclusion on field ${path} in inclusion projection`)
      : location(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
  }
  const paths = fields.map(([path]) => path);
  if (including) paths.push(...slices.map(({ path }) => path));
  const withId = idFlag ? isOn(idFlag[1]) : true;
  if (withId === including) paths.unshift('_id');
  const tree = readTree(paths);
  const project = including ? include : exclude;
  return (bytes) => encode(applySlices(project(decode(bytes), tree) as Document, slices));
}

/** `_id` alone, or slices alone, decide only when nothing else is said. */
function isIncluding(fields: [string, unknown][], idFlag: [string, unknown] | undefined): boolean {
  const deciding = fields[0] ?? idFlag;
  return deciding !== undefined && isOn(deciding[1]);
}

function readTree(paths: string[]): Tree {
  const tree: Tree = new Map();
  for (const path of paths) {
    const parts = path.split('.');
    let branch = tree;
    for (const part of parts.slice(0, -1)) {
      let next = branch.get(part);
      if (next === true) throw location(31249, `Path collision at ${path}`);
      if (!next) branch.set(part, (next = new Map()));
      branch = next;
    }
    const last = parts.at(-1)!;
    if (branch.get(last) instanceof Map) throw location(31250, `Path collision at ${path}`);
    branch.set(last, true);
  }
  return tree;
}

function include(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) {
    return value.filter((one) => isDocument(one) || Array.isArray(one)).map((one) => include(one, tree));
  }
  const kept: Document = {};
  for (const [name, child] of Object.entries(value as Document)) {
    const branch = tree.get(name);
    if (branch === true) setField(kept, name, child);
    else if (branch && (isDocument(child) || Array.isArray(child)))
      setField(kept, name, include(child, branch));
  }
  return kept;
}

function exclude(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((one) => exclude(one, tree));
  if (!isDocument(value)) return value;
  const kept: Document = {};
  for (const [name, child] of Object.entries(value)) {
    const branch = tree.get(name);
    if (branch === true) continue;
    setField(kept, name, branch ? exclude(child, branch) : child);
  }
  return kept;
}

/** `$elemMatch` and computed fields. */
function compileExpressions(projection: Document): Projector {
  refuseUnsafe(projection);
  const plain = toPlain(projection);
  return (bytes) => {
    try {
      return encode(projectWithLibrary(decode(bytes, 'plain'), toPlain(plain)));
    } catch (error) {
      throw badValue((error as Error).message);
    }
  };
}

type Slice = { path: string; parts: string[]; skip: number | undefined; count: number };

function readSlices(entries: [string, unknown][]): Slice[] {
  return entries.flatMap(([path, value]) => {
    if (!isDocument(value) || Object.keys(value).join() !== '$slice') return [];
    const operand = Array.isArray(value.$slice) ? value.$slice.map(toNumber) : [toNumber(value.$slice)];
    if (operand.length > 2 || operand.some((number) => !Number.isInteger(number))) {
      throw location(28667, 'Invalid $slice syntax: a count, or [skip, limit]');
    }
    const count = operand.at(-1)!;
    return [{ path, parts: path.split('.'), skip: operand.length === 2 ? operand[0]! : undefined, count }];
  });
}

/** Cuts the arrays at the paths of `$slice`; everything else is shown as the other fields say. */
function applySlices(document: Document, slices: Slice[]): Document {
  for (const { parts, skip, count } of slices) {
    const array = valueAt(document, parts);
    if (Array.isArray(array)) setAt(document, parts, sliceOf(array, skip, count));
  }
  return document;
}

function sliceOf(array: unknown[], skip: number | undefined, count: number): unknown[] {
  if (skip === undefined) return count < 0 ? array.slice(count) : array.slice(0, count);
  const start = skip < 0 ? Math.max(0, array.length + skip) : skip;
  return array.slice(start, start + count);
}
