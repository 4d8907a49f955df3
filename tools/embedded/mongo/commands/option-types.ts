import type { Document } from '../bson/decode.ts';
import { isNumeric, toNumber } from '../bson/values.ts';
import { badValue, typeMismatch } from '../errors.ts';

const NUMBERS = ['skip', 'limit', 'batchSize'];
const BOOLEANS = ['singleBatch', 'ordered', 'new', 'remove', 'upsert', 'nameOnly'];
const MAX_TIME_MS = 2 ** 31 - 1;

/**
 * Rejects options of the wrong type with MongoDB's errors (14, or 2 for `maxTimeMS`). Like MongoDB, it accepts a
 * number for a boolean and converts it in the command.
 */
export function checkOptionTypes(name: string, command: Document): void {
  const isSet = (option: string) => command[option] !== undefined && command[option] !== null;
  for (const option of NUMBERS.filter(isSet)) {
    if (!isNumeric(command[option])) throw wrongType(name, option, "types '[long, int, decimal, double]'");
  }
  for (const option of BOOLEANS.filter(isSet)) {
    const value: unknown = command[option];
    if (isNumeric(value)) command[option] = toNumber(value) !== 0;
    else if (typeof value !== 'boolean') throw wrongType(name, option, "type 'bool'");
  }
  if (isSet('maxTimeMS')) checkMaxTime(command.maxTimeMS);
}

function checkMaxTime(value: unknown): void {
  if (!isNumeric(value)) throw badValue('maxTimeMS must be a number');
  const milliseconds = toNumber(value);
  if (milliseconds < 0 || milliseconds > MAX_TIME_MS) {
    throw badValue(`${milliseconds} value for maxTimeMS is out of range [0, ${MAX_TIME_MS}]`);
  }
  if (!Number.isInteger(milliseconds)) throw badValue('maxTimeMS has non-integral value');
}

const wrongType = (name: string, option: string, expected: string) =>
  typeMismatch(`BSON field '${name}.${option}' is the wrong type, expected ${expected}`);
