import { find } from 'mingo';
import { decode, setField, type Document } from '../bson/decode.ts';
import { encode, toPlain } from '../bson/encode.ts';
import { isDocument, isNumeric, toNumber } from '../bson/values.ts';
import { badValue, location } from '../errors.ts';
import { refuseScripts } from './matcher.ts';

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
  return entries.every(([, value]) => isFlag(value)) ? compileFlags(entries) : compileExpressions(projection);
}

const isFlag = (value: unknown) => typeof value === 'boolean' || isNumeric(value);
const isOn = (value: unknown) => (typeof value === 'boolean' ? value : toNumber(value) !== 0);

function compileFlags(entries: [string, unknown][]): Projector {
  const fields = entries.filter(([path]) => path !== '_id');
  const idFlag = entries.find(([path]) => path === '_id');
  const including = fields.length > 0 ? isOn(fields[0]![1]) : isOn(idFlag![1]);
  for (const [path, value] of fields) {
    if (isOn(value) === including) continue;
    throw including
      ? location(31254, `Cannot do exclusion on field ${path} in inclusion projection`)
      : location(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
  }
  const paths = fields.map(([path]) => path);
  const withId = idFlag ? isOn(idFlag[1]) : true;
  if (withId === including) paths.unshift('_id');
  const tree = readTree(paths);
  const project = including ? include : exclude;
  return (bytes) => encode(project(decode(bytes), tree) as Document);
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

/** `$slice`, `$elemMatch` and computed fields. */
function compileExpressions(projection: Document): Projector {
  refuseScripts(projection);
  const plain = toPlain(projection);
  return (bytes) => {
    try {
      const [projected] = find([decode(bytes, 'plain')], {}, toPlain(plain) as never).all();
      return encode(projected as Document);
    } catch (error) {
      throw badValue((error as Error).message);
    }
  };
}
