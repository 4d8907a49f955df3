import { decode, keepFields, setField, type Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { isDocument, isNumeric, toNumber } from '../bson/values.ts';
import { badValue, location } from '../errors.ts';

/** Reduces a stored document to the requested fields. */
export type Projector = (bytes: Uint8Array) => Uint8Array;

type Tree = Map<string, Tree | true>;
type Entry = [string, unknown];

/** Compiles the projection of a find; undefined for whole documents. */
export function compileProjection(projection: unknown): Projector | undefined {
  if (projection === undefined || projection === null) return undefined;
  if (!isDocument(projection)) throw badValue('projection must be an object');
  if (Object.keys(projection).length === 0) return undefined;
  const entries = Object.entries(projection).flatMap(flattened);
  if (entries.some(([path]) => path.split('.').includes('$'))) {
    throw badValue('positional projection is not supported');
  }
  const computed = entries.find(([, value]) => !isFlag(value));
  if (computed) throw badValue(`the computed projection of ${computed[0]} is not supported`);
  const including = isInclusion(entries);
  const tree = readTree(including ? shownPaths(entries) : hiddenPaths(entries));
  if ([...tree.values()].every((branch) => branch === true))
    return (bytes) => keepFields(bytes, (name) => tree.has(name) === including);
  const cut = including ? include : exclude;
  return (bytes) => encode(cut(decode(bytes), tree) as Document);
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

/** Whether the projection includes fields. Throws when it mixes inclusion and exclusion. */
function isInclusion(flags: Entry[]): boolean {
  const fields = flags.filter(([path]) => path !== '_id');
  const [, deciding] = fields[0] ?? flags[0]!;
  const including = isOn(deciding);
  for (const [path, value] of fields) {
    if (isOn(value) === including) continue;
    throw including
      ? location(31254, `Cannot do exclusion on field ${path} in inclusion projection`)
      : location(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
  }
  return including;
}

function shownPaths(flags: Entry[]): string[] {
  const shown = flags.filter(([, value]) => isOn(value)).map(([path]) => path);
  const mentionsId = flags.some(([path]) => path.split('.')[0] === '_id');
  return mentionsId ? shown : ['_id', ...shown];
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
