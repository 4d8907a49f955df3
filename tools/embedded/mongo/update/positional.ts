import type { Document } from '../bson/decode.ts';
import { isDocument } from '../bson/values.ts';
import { badValue, failedToParse } from '../errors.ts';
import { compileFilter, type Matcher } from '../query/matcher.ts';
import { valueAt } from '../query/paths.ts';

export type ArrayFilters = Map<string, Matcher>;

const IDENTIFIER = /^\$\[([a-z][a-zA-Z0-9]*)?\]$/;

/** Compiles `[{ 'e.sku': 'p' }]` to a test for elements, by the name that the paths use. */
export function readArrayFilters(filters: unknown): ArrayFilters {
  const compiled: ArrayFilters = new Map();
  if (filters === undefined) return compiled;
  if (!Array.isArray(filters)) throw failedToParse('arrayFilters must be an array');
  for (const filter of filters) {
    const name = isDocument(filter) ? identifierOf(filter) : undefined;
    if (!name) throw failedToParse('an array filter needs one top-level field name');
    if (compiled.has(name)) {
      throw failedToParse(`Found multiple array filters with the same top-level field name ${name}`);
    }
    compiled.set(name, compileFilter(filter));
  }
  return compiled;
}

function identifierOf(filter: Document): string | undefined {
  const [first] = Object.entries(filter);
  if (!first) return undefined;
  const [name, condition] = first;
  if (!name.startsWith('$')) return name.split('.')[0];
  return Array.isArray(condition) && isDocument(condition[0]) ? identifierOf(condition[0]) : undefined;
}

/** The names of array filters that a path uses. */
export const identifiersIn = (parts: readonly string[]): string[] =>
  parts.flatMap((part) => IDENTIFIER.exec(part)?.[1] ?? []);

/** The concrete paths that a path with `$[]` or `$[name]` stands for in this document. */
export function concretePaths(
  document: Document,
  parts: readonly string[],
  filters: ArrayFilters,
): string[][] {
  let paths: string[][] = [[]];
  for (const part of parts) {
    if (!part.startsWith('$')) paths = paths.map((path) => [...path, part]);
    else paths = paths.flatMap((path) => indexesFor(document, path, part, filters));
  }
  return paths;
}

function indexesFor(document: Document, path: string[], part: string, filters: ArrayFilters): string[][] {
  const array = valueAt(document, path);
  if (!Array.isArray(array)) {
    throw badValue(
      `The path '${path.join('.')}' must exist in the document in order to apply array updates.`,
    );
  }
  const name = IDENTIFIER.exec(part)![1];
  const matches = name === undefined ? () => true : filters.get(name)!;
  return array.flatMap((element: unknown, index) =>
    matches({ [name ?? '']: element }) ? [[...path, String(index)]] : [],
  );
}

export const isPositional = (part: string): boolean => IDENTIFIER.test(part);
