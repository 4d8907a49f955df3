import { location } from '../errors.ts';

/** Options of every command. */
export const GENERIC_FIELDS = new Set([
  '$db',
  '$clusterTime',
  '$readPreference',
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
]);

/** Options of a find, also inside of an explain. */
export const FIND_FIELDS = [
  'filter',
  'sort',
  'projection',
  'hint',
  'skip',
  'limit',
  'batchSize',
  'singleBatch',
];

/** Throws MongoDB's error for an unknown option for every option that this server does not support. */
export function assertFields(at: string, names: Iterable<string>, supported: readonly string[]): void {
  for (const name of names)
    if (!supported.includes(name))
      throw location(40415, `BSON field '${at}.${name}' is an unknown field or not supported.`);
}
