import { isDocument, isNumeric, toNumber } from '../../bson/values.ts';
import { location } from '../../errors.ts';
import { compileFilter } from '../matcher.ts';
import { readSort, sortKey } from '../sort.ts';
import { sortInSteps, type Keyed } from '../sort-steps.ts';
import type { Document } from '../../bson/decode.ts';
import type { Stage } from './stage.ts';

export function compileMatch(body: unknown): Stage {
  if (!isDocument(body)) throw location(15959, 'the match filter must be an expression in an object');
  const matches = compileFilter(body);
  return function* (documents) {
    const kept: Document[] = [];
    for (const [position, document] of documents.entries()) {
      if (position % 64 === 63) yield undefined;
      if (matches(document)) kept.push(document);
    }
    return kept;
  };
}

export function compileSort(body: unknown): Stage {
  if (!isDocument(body)) throw location(15973, 'the $sort key specification must be an object');
  const fields = readSort(body);
  if (fields.length === 0) throw location(15976, '$sort stage must have at least one sort key');
  return function* (documents) {
    const keyed: Keyed<Document>[] = [];
    for (const [position, document] of documents.entries()) {
      if (position % 64 === 63) yield undefined;
      keyed.push({ key: sortKey(document, fields), value: document });
    }
    return (yield* sortInSteps(keyed)).map(({ value }) => value);
  };
}

export function compileLimit(body: unknown): Stage {
  const count = limitOf(body);
  // oxlint-disable-next-line require-yield
  return function* (documents) {
    return documents.slice(0, count);
  };
}

/** Parses the operand of `$limit`, a positive integer. */
export function limitOf(value: unknown): number {
  const number = toNumber(value);
  if (isNumeric(value) && Number.isSafeInteger(number) && number >= 1) return number;
  throw location(5107201, `invalid argument to $limit stage: ${String(value)}`);
}
