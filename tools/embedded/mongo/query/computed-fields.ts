import { setField, type Document } from '../bson/decode.ts';
import { field, isDocument } from '../bson/values.ts';
import { location } from '../errors.ts';
import { compileExpression } from './expressions/compile.ts';
import type { Expression, Frame } from './expressions/expression.ts';

/** Fields that are computed, by name; deeper ones in a tree of their own. */
export type ComputedFields = Map<string, ComputedFields | Expression>;

/** Reads `{ 'a.b': expression, c: { d: expression } }`. */
export function readComputedFields(
  entries: readonly (readonly [string, unknown])[],
  variables: readonly string[],
): ComputedFields {
  const tree: ComputedFields = new Map();
  for (const [path, expression] of entries) addField(tree, path, expression, variables);
  return tree;
}

function addField(
  tree: ComputedFields,
  path: string,
  expression: unknown,
  variables: readonly string[],
): void {
  const parts = path.split('.');
  if (parts.includes('')) throw location(40353, `FieldPath '${path}' is not valid`);
  if (parts.some((part) => part.startsWith('$'))) {
    throw location(16410, `FieldPath field names may not start with '$': ${path}`);
  }
  let branch = tree;
  for (const part of parts.slice(0, -1)) branch = branchAt(branch, part, path);
  const last = parts.at(-1)!;
  if (!isNested(expression)) return putField(branch, last, compileExpression(expression, variables), path);
  const inner = branchAt(branch, last, path);
  for (const [name, operand] of Object.entries(expression)) addField(inner, name, operand, variables);
}

const isNested = (expression: unknown): expression is Document =>
  isDocument(expression) &&
  Object.keys(expression).length > 0 &&
  !Object.keys(expression).some((name) => name.startsWith('$'));

function branchAt(tree: ComputedFields, name: string, path: string): ComputedFields {
  const found = tree.get(name);
  if (found instanceof Map) return found;
  if (found)
    throw location(40176, `Invalid $addFields :: specification contains two conflicting paths: ${path}`);
  const made: ComputedFields = new Map();
  tree.set(name, made);
  return made;
}

function putField(tree: ComputedFields, name: string, expression: Expression, path: string): void {
  if (tree.has(name)) {
    throw location(40176, `Invalid $addFields :: specification contains two conflicting paths: ${path}`);
  }
  tree.set(name, expression);
}

/** The value with the computed fields; in an array each element gets them, and what is no document becomes one. */
export function computeFields(value: unknown, fields: ComputedFields, frame: Frame): unknown {
  if (Array.isArray(value)) return value.map((item) => computeFields(item, fields, frame));
  const document: Document = isDocument(value) ? copyOf(value) : {};
  for (const [name, computed] of fields) {
    const result =
      computed instanceof Map ? computeFields(field(document, name), computed, frame) : computed(frame);
    if (result === undefined) delete document[name];
    else setField(document, name, result);
  }
  return document;
}

function copyOf(document: Document): Document {
  const copy: Document = {};
  for (const [name, value] of Object.entries(document)) setField(copy, name, value);
  return copy;
}
