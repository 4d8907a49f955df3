import { Double, Int32, Long } from 'bson';
import type { Document } from './decode.ts';
import { encodeKey, typeOrder } from './keys.ts';

/** Whether a value is an embedded document, not an array or a BSON value such as an ObjectId. */
export function isDocument(value: unknown): value is Document {
  if (value === null || typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Returns an own field of a document, never an inherited one. */
export function field(document: Document, name: string): unknown {
  return Object.hasOwn(document, name) ? document[name] : undefined;
}

const ASCII = /^[\x20-\x7e]*$/;

/** Compares two values in MongoDB's order: negative, zero or positive. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number' && a === a && b === b) {
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (typeof a === 'string' && typeof b === 'string' && (a === b || (ASCII.test(a) && ASCII.test(b)))) {
    return a < b ? -1 : a > b ? 1 : 0;
  }
  const left = encodeKey(a);
  const right = encodeKey(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export const equalValues = (a: unknown, b: unknown): boolean => compareValues(a, b) === 0;

export const sameTypeOrder = (a: unknown, b: unknown): boolean =>
  typeof a === typeof b && typeof a !== 'object' ? true : typeOrder(a) === typeOrder(b);

export const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  value instanceof Double ||
  value instanceof Int32 ||
  value instanceof Long;

/** Converts a value to a JavaScript number; NaN when it is not numeric. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Double || value instanceof Int32) return Number(value.value);
  if (value instanceof Long) return value.toNumber();
  return NaN;
}

/** Converts an option such as a limit to a JavaScript number. */
export const optionNumber = (value: unknown, otherwise: number): number =>
  value === undefined || value === null ? otherwise : toNumber(value);
