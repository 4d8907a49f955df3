import { Timestamp } from 'bson';
import type { Document } from '../bson/decode.ts';
import { isDocument, isNumeric, toNumber } from '../bson/values.ts';
import { badValue, failedToParse, invalidOptions, typeMismatch } from '../errors.ts';

const READ_LEVELS = new Set(['local', 'available', 'majority', 'linearizable', 'snapshot']);
/** Commands that can read at a point in time outside transactions. */
const SNAPSHOT_COMMANDS = new Set(['find', 'aggregate', 'distinct']);

/** Point in time that a command requests by `readConcern: snapshot` outside a transaction. */
interface SnapshotRequest {
  /** Absent: now. */
  at?: Timestamp;
}

/** Checks the read concern. Returns the requested point in time of a snapshot read. */
export function readSnapshotRequest(
  name: string,
  { readConcern, autocommit }: Document,
): SnapshotRequest | undefined {
  if (readConcern === undefined) return undefined;
  if (!isDocument(readConcern)) throw typeMismatch("BSON field 'readConcern' is the wrong type");
  const { level = 'local', atClusterTime } = readConcern;
  if (typeof level !== 'string' || !READ_LEVELS.has(level)) {
    throw badValue(
      `Enumeration value '${String(level)}' for field 'readConcern.level' is not a valid value.`,
    );
  }
  if (atClusterTime !== undefined && level !== 'snapshot') {
    throw invalidOptions('readConcern.atClusterTime is only allowed when readConcern.level is snapshot');
  }
  if (level !== 'snapshot' || autocommit === false) return undefined;
  if (!SNAPSHOT_COMMANDS.has(name)) {
    throw invalidOptions(`Command ${name} does not support { readConcern: { level: "snapshot" } }`);
  }
  if (atClusterTime === undefined) return {};
  if (!(atClusterTime instanceof Timestamp))
    throw typeMismatch('readConcern.atClusterTime must be a timestamp');
  return { at: atClusterTime };
}

const MAX_MEMBERS = 50;

/** Checks the write concern. Returns the error for the reply when this single node cannot satisfy it. */
export function writeConcernError({ writeConcern }: Document): Document | undefined {
  if (writeConcern === undefined) return undefined;
  if (!isDocument(writeConcern)) throw typeMismatch("BSON field 'writeConcern' is the wrong type");
  const { w = 1, j, wtimeout } = writeConcern;
  if (j !== undefined && typeof j !== 'boolean' && !isNumeric(j))
    throw typeMismatch('j must be numeric or a boolean value');
  if (wtimeout !== undefined && !isNumeric(wtimeout)) throw typeMismatch('wtimeout must be a number');
  if (w === 'majority') return undefined;
  if (typeof w === 'string') return unknownMode(w);
  if (!isNumeric(w)) throw failedToParse('w has to be a number, string, or object');
  const members = toNumber(w);
  if (!(members >= 0) || members > MAX_MEMBERS) {
    throw failedToParse(
      `w has to be a non-negative number and not greater than ${MAX_MEMBERS}; found: ${members}`,
    );
  }
  return members > 1 ? notEnoughMembers(writeConcern) : undefined;
}

const unknownMode = (mode: string): Document => ({
  code: 79,
  codeName: 'UnknownReplWriteConcern',
  errmsg: `No write concern mode named '${mode}' found in replica set configuration`,
});

const notEnoughMembers = (writeConcern: Document): Document => ({
  code: 100,
  codeName: 'UnsatisfiableWriteConcern',
  errmsg: 'Not enough data-bearing nodes',
  errInfo: { writeConcern },
});
