import type { Document } from '../bson/decode.ts';
import { isDocument } from '../bson/values.ts';
import { isOperatorObject } from '../query/matcher.ts';
import { isRegex } from '../query/regex.ts';
import { setAt } from './target.ts';

/** The document that an upsert starts from: the values that the filter demands by equality. */
export function seedFromFilter(filter: Document, isReplacement: boolean): Document {
  const seed: Document = {};
  collect(filter, (path, value) => {
    if (isReplacement && path !== '_id') return;
    setAt(seed, path.split('.'), value);
  });
  return seed;
}

function collect(filter: Document, put: (path: string, value: unknown) => void): void {
  for (const [name, condition] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(condition)) {
      for (const part of condition) if (isDocument(part)) collect(part, put);
    } else if (name === '$or' && Array.isArray(condition) && condition.length === 1) {
      collect(condition[0] as Document, put);
    } else if (!name.startsWith('$')) collectPath(name, condition, put);
  }
}

function collectPath(path: string, condition: unknown, put: (path: string, value: unknown) => void): void {
  if (!isOperatorObject(condition)) {
    if (!isRegex(condition)) put(path, condition);
  } else if ('$eq' in condition) put(path, condition.$eq);
  else if (Array.isArray(condition.$in) && condition.$in.length === 1) put(path, condition.$in[0]);
  else if (Array.isArray(condition.$all) && condition.$all.length === 1) put(path, condition.$all[0]);
}
