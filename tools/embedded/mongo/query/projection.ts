import { decode, setField, type Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { field, isDocument, isNumeric, toNumber } from '../bson/values.ts';
import { badValue, location } from '../errors.ts';
import { computeFields, readComputedFields, type ComputedFields } from './computed-fields.ts';
import type { Frame } from './expressions/expression.ts';
import { compileFilter } from './matcher.ts';

/** Turns a stored document into what the client asked to see. */
export type Projector = (bytes: Uint8Array) => Uint8Array;

/** Turns a document into what a projection shows of it. */
export type Projection = (document: Document, frame: Frame) => Document;

type Tree = Map<string, Tree | true>;
type Entry = [string, unknown];

/** Compiles the projection of a find; undefined when whole documents are wanted. */
export function compileProjection(projection: unknown): Projector | undefined {
  if (projection === undefined || projection === null) return undefined;
  if (!isDocument(projection)) throw badValue('projection must be an object');
  if (Object.keys(projection).length === 0) return undefined;
  const entries = Object.entries(projection).flatMap(flattened);
  if (entries.some(([path]) => path.split('.').includes('$'))) {
    throw badValue('positional projection is not supported');
  }
  const slices = readSlices(entries);
  const matches = readElementMatches(entries);
  const isSpecial = (path: string) => [...slices, ...matches].some((special) => special.path === path);
  const others = entries.filter(([path]) => !isSpecial(path));
  const project = compileFields(others, [], slices, matches);
  return (bytes) => {
    const document = decode(bytes);
    return encode(project(document, { root: document, variables: {} }));
  };
}

/** Compiles the `$project` of a pipeline. */
export function compileProjectStage(specification: Document, variables: readonly string[]): Projection {
  if (Object.keys(specification).length === 0) {
    throw location(51272, 'Invalid $project :: projection specification must have at least one field');
  }
  return compileFields(Object.entries(specification).flatMap(flattened), variables, [], []);
}

/** Rewrites `{ a: { b: 1 } }` as `{ 'a.b': 1 }`, unless the value is an expression. */
function flattened([path, value]: Entry): Entry[] {
  assertPath(path);
  if (!isDocument(value)) return [[path, value]];
  if (Object.keys(value).length === 0) {
    throw location(
      51270,
      `An empty sub-projection is not a valid value. Found empty object at path '${path}'`,
    );
  }
  if (Object.keys(value).some((name) => name.startsWith('$'))) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => flattened([`${path}.${name}`, inner]));
}

function assertPath(path: string): void {
  if (path === '') throw location(40352, 'FieldPath cannot be constructed with empty string');
  if (path.endsWith('.')) throw location(40353, "FieldPath must not end with a '.'.");
  const dollar = path.split('.').find((part) => part.startsWith('$') && part !== '$');
  if (dollar) throw location(16410, `FieldPath field names may not start with '$'. Found '${dollar}'.`);
}

const isFlag = (value: unknown) => typeof value === 'boolean' || isNumeric(value);
const isOn = (value: unknown) => (typeof value === 'boolean' ? value : toNumber(value) !== 0);

function compileFields(
  entries: Entry[],
  variables: readonly string[],
  slices: Slice[],
  matches: ElementMatch[],
): Projection {
  const flags = entries.filter(([, value]) => isFlag(value));
  const expressions = entries.filter(([, value]) => !isFlag(value));
  const including = assertOneKind(flags, expressions.length + matches.length > 0);
  const computed = readComputedFields(expressions, variables);
  const tree = readTree(including ? shownPaths(flags, slices, computed) : hiddenPaths(flags));
  if (including) addComputedBranches(tree, computed);
  const cut = including ? include : exclude;
  return (document, frame) => {
    const shown = applySlices(cut(document, tree) as Document, slices);
    for (const match of matches) match.apply(document, shown);
    return computed.size > 0 ? (computeFields(shown, computed, frame) as Document) : shown;
  };
}

/** Says whether fields are named to be shown; throws when some are to be shown and others to be hidden. */
function assertOneKind(flags: Entry[], computes: boolean): boolean {
  const fields = flags.filter(([path]) => path !== '_id');
  const idFlag = flags.find(([path]) => path === '_id');
  const deciding = fields[0] ?? (computes ? undefined : idFlag);
  const including = deciding ? isOn(deciding[1]) : computes;
  if (!including && computes) throw location(31252, 'Cannot use an expression in an exclusion projection');
  for (const [path, value] of fields) {
    if (isOn(value) === including) continue;
    throw including
      ? location(31254, `Cannot do exclusion on field ${path} in inclusion projection`)
      : location(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
  }
  return including;
}

function shownPaths(flags: Entry[], slices: Slice[], computed: ComputedFields): string[] {
  const shown = flags.filter(([, value]) => isOn(value)).map(([path]) => path);
  const mentionsId = computed.has('_id') || flags.some(([path]) => path.split('.')[0] === '_id');
  return [...(mentionsId ? [] : ['_id']), ...shown, ...slices.map(({ path }) => path)];
}

const hiddenPaths = (flags: Entry[]): string[] =>
  flags.filter(([, value]) => !isOn(value)).map(([path]) => path);

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
    if (branch.has(last)) throw location(31250, `Path collision at ${path}`);
    branch.set(last, true);
  }
  return tree;
}

/** What a computed field lies in has to be there, empty, before it is computed. */
function addComputedBranches(tree: Tree, computed: ComputedFields): void {
  for (const [name, inner] of computed) {
    const branch = tree.get(name);
    if (branch === true || (branch && !(inner instanceof Map))) {
      throw location(31249, `Path collision at ${name}`);
    }
    if (!(inner instanceof Map)) continue;
    const next: Tree = branch ?? new Map();
    tree.set(name, next);
    addComputedBranches(next, inner);
  }
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

interface ElementMatch {
  path: string;
  /** Puts the first element that matches into what is shown. */
  apply: (document: Document, shown: Document) => void;
}

function readElementMatches(entries: Entry[]): ElementMatch[] {
  return entries.flatMap(([path, value]) => {
    if (!isDocument(value) || Object.keys(value).join() !== '$elemMatch') return [];
    if (path.includes('.')) throw location(31275, 'Cannot use $elemMatch projection on a nested field');
    const matches = compileFilter({ element: value });
    const apply = (document: Document, shown: Document) => {
      const array = field(document, path);
      const found: unknown[] = Array.isArray(array)
        ? array.filter((element) => matches({ element: [element] })).slice(0, 1)
        : [];
      if (found.length > 0) setField(shown, path, found);
    };
    return [{ path, apply }];
  });
}

interface Slice {
  path: string;
  parts: string[];
  skip: number | undefined;
  count: number;
}

function readSlices(entries: Entry[]): Slice[] {
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
  for (const slice of slices) applySlice(document, slice, 0);
  return document;
}

function applySlice(value: unknown, slice: Slice, depth: number): void {
  if (Array.isArray(value)) for (const element of value) applySlice(element, slice, depth);
  if (!isDocument(value)) return;
  const name = slice.parts[depth]!;
  const child = field(value, name);
  if (depth < slice.parts.length - 1) applySlice(child, slice, depth + 1);
  else if (Array.isArray(child)) setField(value, name, sliceOf(child, slice.skip, slice.count));
}

function sliceOf(array: unknown[], skip: number | undefined, count: number): unknown[] {
  if (skip === undefined) return count < 0 ? array.slice(count) : array.slice(0, count);
  const start = skip < 0 ? Math.max(0, array.length + skip) : skip;
  return array.slice(start, start + count);
}
