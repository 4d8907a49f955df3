import { field, isDocument } from '../bson/values.ts';

const INDEX = /^(0|[1-9]\d*)$/;

export const isArrayIndex = (part: string): boolean => INDEX.test(part);

/** With `isElement`, the path ended with the position of the value in an array, so the test must not search its elements. */
export type PathTest = (value: unknown, isElement: boolean) => boolean;

/**
 * Whether `test` holds for a value at the path. Searches arrays along the path by element and by position. Tests a
 * missing value as `undefined`.
 */
export function someAt(value: unknown, parts: readonly string[], test: PathTest, depth = 0): boolean {
  if (depth === parts.length) return test(value, false);
  if (Array.isArray(value)) return someInArray(value, parts, test, depth);
  if (!isDocument(value)) return test(undefined, false);
  return someAt(field(value, parts[depth]!), parts, test, depth + 1);
}

function someInArray(array: unknown[], parts: readonly string[], test: PathTest, depth: number): boolean {
  if (array.some((element) => isDocument(element) && someAt(element, parts, test, depth))) return true;
  const part = parts[depth]!;
  if (!isArrayIndex(part) || Number(part) >= array.length) return false;
  const element = array[Number(part)];
  if (depth === parts.length - 1) return test(element, true);
  return isDocument(element) || Array.isArray(element) ? someAt(element, parts, test, depth + 1) : false;
}

/** Returns every value at the path, with the elements of arrays along the path and at its end, as `distinct` needs. */
export function valuesAt(document: unknown, parts: readonly string[]): unknown[] {
  const found: unknown[] = [];
  someAt(document, parts, (value, isElement) => {
    if (Array.isArray(value) && !isElement) found.push(...(value as unknown[]));
    else if (value !== undefined) found.push(value);
    return false;
  });
  return found;
}

/** Returns the value at the path without searching arrays; `undefined` when a part is missing. */
export function valueAt(document: unknown, parts: readonly string[]): unknown {
  let value = document;
  for (const part of parts) {
    if (Array.isArray(value)) value = isArrayIndex(part) ? value[Number(part)] : undefined;
    else value = isDocument(value) ? field(value, part) : undefined;
  }
  return value;
}
