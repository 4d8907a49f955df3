import { field, isDocument } from '../bson/values.ts';

const INDEX = /^(0|[1-9]\d*)$/;

export const isArrayIndex = (part: string): boolean => INDEX.test(part);

/**
 * Whether `test` holds for a value at the path. Arrays on the way are searched element by element and by
 * position; what is missing is tested as `undefined`.
 */
export function someAt(
  value: unknown,
  parts: readonly string[],
  test: (value: unknown) => boolean,
  depth = 0,
): boolean {
  if (depth === parts.length) return test(value);
  const part = parts[depth]!;
  if (Array.isArray(value)) return someInArray(value, parts, test, depth);
  if (!isDocument(value)) return test(undefined);
  return someAt(field(value, part), parts, test, depth + 1);
}

function someInArray(
  array: unknown[],
  parts: readonly string[],
  test: (value: unknown) => boolean,
  depth: number,
): boolean {
  const part = parts[depth]!;
  if (isArrayIndex(part) && Number(part) < array.length) {
    if (someAt(array[Number(part)], parts, test, depth + 1)) return true;
  }
  return array.some((element) => isDocument(element) && someAt(element, parts, test, depth));
}

/** Every value at the path, arrays opened on the way and at the end (as `distinct` sees a document). */
export function valuesAt(document: unknown, parts: readonly string[]): unknown[] {
  const found: unknown[] = [];
  someAt(document, parts, (value) => {
    if (Array.isArray(value)) found.push(...(value as unknown[]));
    else if (value !== undefined) found.push(value);
    return false;
  });
  return found;
}

/** The value at the path without opening arrays; `undefined` when something on the way is missing. */
export function valueAt(document: unknown, parts: readonly string[]): unknown {
  let value = document;
  for (const part of parts) {
    if (Array.isArray(value)) value = isArrayIndex(part) ? value[Number(part)] : undefined;
    else value = isDocument(value) ? field(value, part) : undefined;
  }
  return value;
}
