import { mongo } from 'mongoose';
import type { Fields } from './wire.ts';

const { Binary, EJSON } = mongo.BSON;

/** Converts a value to canonical EJSON, in which number types and the order of fields matter. */
export const canonical = (value: unknown): string =>
  EJSON.stringify(value, { relaxed: false }).replaceAll(/"\$oid":"(?!0{24})[0-9a-f]{24}"/g, '"$oid":"made"');

const inAnyOrder = (values: unknown): unknown =>
  Array.isArray(values) ? values.toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1)) : values;

/** Compared fields of a reply, without messages, times and cursor ids, which always differ. */
const COMPARED = ['n', 'nModified', 'upserted', 'lastErrorObject', 'value', 'code', 'errorLabels'];
const COMPARED_OF_DUPLICATE = ['keyPattern', 'keyValue'];
const COMPARED_OF_WRITE_ERROR = ['index', 'code', ...COMPARED_OF_DUPLICATE];

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]));

/** Reduces a reply to the parts that must be equal. */
export function comparable(command: Fields, reply: Fields): unknown {
  const { documents, values, writeErrors, code } = reply;
  if (hasMultiStatement(command) && failed(reply)) return 'failed';
  if (Array.isArray(values)) return distinctValues(values);
  if (documents) {
    const shown = showsOneOfEquals(command) ? byValue(documents) : documents;
    const compared = mayBeCovered(command) && Array.isArray(shown) ? shown.map(withoutNulls) : shown;
    return isOrdered(command) ? compared : inAnyOrder(compared);
  }
  return {
    ...pick(reply, COMPARED),
    ...(code !== undefined && pick(reply, COMPARED_OF_DUPLICATE)),
    ...(Array.isArray(writeErrors) && {
      writeErrors: writeErrors.map((each) => pick(each, COMPARED_OF_WRITE_ERROR)),
    }),
  };
}

/** Whether an index may cover the query; a real server then shows a missing field as null. */
const mayBeCovered = ({ projection }: Fields): boolean =>
  typeof projection === 'object' && projection !== null && (projection as Fields)['_id'] === 0;

function withoutNulls(value: unknown): unknown {
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, withoutNulls(each)] as const);
  return Object.fromEntries(
    entries.filter(([, each]) => each !== null && !(isPlain(each) && Object.keys(each).length === 0)),
  );
}

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Normalizes distinct values. By an index, a real server flattens nested arrays, shows a missing field as null and an
 * empty array as itself.
 */
function distinctValues(values: readonly unknown[]): unknown {
  const shown = values.flat(Infinity).filter((each) => (each ?? null) !== null);
  const unique = new Map((byValue(shown) as unknown[]).map((each) => [canonical(each), each]));
  return inAnyOrder([...unique.values()]);
}

export const failed = ({ writeErrors, code }: Fields): boolean =>
  writeErrors !== undefined || code !== undefined;

export const hasMultiStatement = ({ updates, deletes }: Fields): boolean =>
  [updates, deletes].some(
    (list) => Array.isArray(list) && list.some(({ multi, limit }) => multi === true || limit === 0),
  );

/** Whether the order of a reply is defined. That of groups is not: a real server sorts a missing key as null or undefined. */
const isOrdered = (command: Fields): boolean =>
  command['sort'] !== undefined || (mentions(command, '$sort') && !showsOneOfEquals(command));

/** Whether a reply may contain one of several equal numbers with different types: a group shows the first by its plan. */
const showsOneOfEquals = (command: Fields): boolean => mentions(command, '$group');

const mentions = ({ pipeline }: Fields, stage: string): boolean =>
  Array.isArray(pipeline) && pipeline.some((each) => stage in each);

/** Converts every number to a double. */
const byValue = (value: unknown): unknown => EJSON.parse(EJSON.stringify(value, { relaxed: true }));

export const sessionId = (): Fields => ({
  id: new Binary(crypto.getRandomValues(new Uint8Array(16)), Binary.SUBTYPE_UUID),
});
