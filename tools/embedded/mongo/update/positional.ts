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

/** The concrete paths that a path with `$`, `$[]` or `$[name]` stands for in this document. */
export function concretePaths(
  document: Document,
  parts: readonly string[],
  filters: ArrayFilters,
  matchedIndex: (arrayPath: string[]) => number,
): string[][] {
  let paths: string[][] = [[]];
  for (const part of parts) {
    if (!part.startsWith('$')) paths = paths.map((path) => [...path, part]);
    else paths = paths.flatMap((path) => indexesFor(document, path, part, filters, matchedIndex));
  }
  return paths;
}

function indexesFor(
  document: Document,
  path: string[],
  part: string,
  filters: ArrayFilters,
  matchedIndex: (arrayPath: string[]) => number,
): string[][] {
  if (part === '$') return [[...path, String(matchedIndex(path))]];
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

export const isPositional = (part: string): boolean => part === '$' || IDENTIFIER.test(part);

/** Which element of the array the query has matched: what `$` stands for. */
export function matchedElement(document: Document, filter: Document, arrayPath: string[]): number {
  const array = valueAt(document, arrayPath);
  const conditions = conditionsOn(filter, arrayPath.join('.'));
  const matchers = conditions.map(([path, condition]) => compileFilter({ [path]: condition }));
  const found = Array.isArray(array) && matchers.length > 0 ? findIndex(array, arrayPath, matchers) : -1;
  if (found < 0) throw badValue('The positional operator did not find the match needed from the query.');
  return found;
}

function findIndex(array: unknown[], arrayPath: string[], matchers: Matcher[]): number {
  const alone = (element: unknown) =>
    arrayPath.reduceRight<unknown>((inner, part) => ({ [part]: inner }), [element]) as Document;
  const all = array.findIndex((element) => matchers.every((matches) => matches(alone(element))));
  return all >= 0 ? all : array.findIndex((element) => matchers.some((matches) => matches(alone(element))));
}

function conditionsOn(filter: Document, arrayPath: string): [string, unknown][] {
  return Object.entries(filter).flatMap(([name, condition]): [string, unknown][] => {
    if ((name === '$and' || name === '$or') && Array.isArray(condition)) {
      return condition.flatMap((part) => conditionsOn(part as Document, arrayPath));
    }
    return name === arrayPath || name.startsWith(`${arrayPath}.`) ? [[name, condition]] : [];
  });
}
