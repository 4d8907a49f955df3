import { ProductError } from '@kumbuka/contracts';

const deepestJson = 32;
const byteOrderMark = '\uFEFF';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  } catch {
    throw new ProductError('BODY_NOT_JSON');
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether copying the properties of a value could change Object.prototype. */
function isPoisoned(value: object): boolean {
  if (Object.hasOwn(value, '__proto__')) return true;
  const { constructor } = value;
  return (
    Object.hasOwn(value, 'constructor') && isObject(constructor) && Object.hasOwn(constructor, 'prototype')
  );
}

function assertHarmless(value: unknown, depth: number) {
  if (!isObject(value)) return;
  if (depth >= deepestJson) throw new ProductError('BODY_TOO_DEEP');
  if (isPoisoned(value)) throw new ProductError('BODY_NOT_JSON');
  for (const inner of Object.values(value)) assertHarmless(inner, depth + 1);
}

/** Parses a JSON body; `undefined` for an empty one, because clients send the content type on every call. */
export function readJson(text: string): unknown {
  if (text === '') return undefined;
  const value = parsed(text);
  assertHarmless(value, 0);
  return value;
}
