import type { Document } from '../../bson/decode.ts';
import { field, isDocument } from '../../bson/values.ts';
import { badValue, location } from '../../errors.ts';

/** Returns a value of a document; `undefined` when it is missing. */
export type ValueOf = (document: Document) => unknown;

/** Compiles a path such as `$a.b`, or a constant. Rejects other expressions by name. */
export function compileValue(expression: unknown): ValueOf {
  if (typeof expression === 'string' && expression.startsWith('$')) return compilePath(expression);
  if (typeof expression !== 'object' || expression === null) return () => expression;
  const [name] = isDocument(expression) ? Object.keys(expression) : [];
  throw badValue(`the expression ${name ?? 'of this type'} is not supported`);
}

function compilePath(text: string): ValueOf {
  if (text.startsWith('$$')) throw badValue(`the variable ${text} is not supported`);
  const parts = text.slice(1).split('.');
  if (parts.includes('')) throw location(40353, `FieldPath '${text}' is not valid`);
  if (parts.some((part) => part.startsWith('$'))) {
    throw location(16410, "FieldPath field names may not start with '$'");
  }
  return (document) => along(document, parts);
}

/** Returns the value at the path. For an array along the path, returns an array of the values in its documents. */
function along(value: unknown, parts: readonly string[], depth = 0): unknown {
  if (depth === parts.length) return value;
  if (Array.isArray(value)) {
    return value
      .map((item) => (isDocument(item) ? along(item, parts, depth) : undefined))
      .filter((item) => item !== undefined);
  }
  return isDocument(value) ? along(field(value, parts[depth]!), parts, depth + 1) : undefined;
}
