import type { Document } from '../bson/decode.ts';
import { setField } from '../bson/decode.ts';
import { field, isDocument } from '../bson/values.ts';
import { badValue, MongoError } from '../errors.ts';
import { isArrayIndex } from '../query/paths.ts';

const MAX_PADDING = 1_500_000;

/** Sets the value at the path and creates missing parent documents. Throws PathNotViable inside a scalar. */
export function setAt(document: Document, path: readonly string[], value: unknown): void {
  let holder: unknown = document;
  for (const [depth, part] of path.entries()) {
    const isLast = depth === path.length - 1;
    const next = childOf(holder, part);
    if (!isLast && (isDocument(next) || Array.isArray(next))) {
      holder = next;
      continue;
    }
    if (!isLast && next !== undefined) throw notViable(path[depth + 1]!, part, next);
    setChild(holder, part, isLast ? value : nest(path.slice(depth + 1), value));
    return;
  }
}

/** Throws PathNotViable when the path leads through a scalar, or through an array other than by a position. */
export function assertViable(document: Document, path: readonly string[]): void {
  let holder: unknown = document;
  for (const [depth, part] of path.entries()) {
    if (Array.isArray(holder) && !isArrayIndex(part)) throw notViable(part, 'array', holder);
    const next = childOf(holder, part);
    if (next === undefined) return;
    const following = path[depth + 1];
    if (following !== undefined && !isDocument(next) && !Array.isArray(next))
      throw notViable(following, part, next);
    holder = next;
  }
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, part) => {
    const outer: Document = {};
    setField(outer, part, inner);
    return outer;
  }, value);
}

function childOf(holder: unknown, part: string): unknown {
  if (Array.isArray(holder)) return isArrayIndex(part) ? (holder[Number(part)] as unknown) : undefined;
  return field(holder as Document, part);
}

function setChild(holder: unknown, part: string, value: unknown): void {
  if (!Array.isArray(holder)) return setField(holder as Document, part, value);
  if (!isArrayIndex(part)) throw notViable(part, 'array', holder);
  const index = Number(part);
  if (index - holder.length > MAX_PADDING) throw badValue('cannot pad an array that far');
  while (holder.length < index) holder.push(null);
  holder[index] = value;
}

const notViable = (part: string, holder: string, value: unknown) =>
  new MongoError(
    28,
    'PathNotViable',
    `Cannot create field '${part}' in element {${holder}: ${String(value)}}`,
  );

/** Removes the field; an array element becomes null. */
export function removeAt(document: Document, path: readonly string[]): void {
  let holder: unknown = document;
  for (const part of path.slice(0, -1)) {
    if (!isDocument(holder) && !Array.isArray(holder)) return;
    holder = childOf(holder, part);
  }
  const last = path.at(-1)!;
  if (Array.isArray(holder)) {
    if (isArrayIndex(last) && Number(last) < holder.length) holder[Number(last)] = null;
  } else if (isDocument(holder)) delete holder[last];
}
