import { KafkaError } from '../wire/errors.ts';
import {
  BATCH_HEADER_BYTES,
  BATCH_MAGIC_BYTES,
  type BatchHeader,
  checksumOf,
  declaredBytes,
  magicOf,
  readHeader,
} from './batch.ts';
import { readTimestamps } from './records.ts';

const MAGIC = 2;
/** Minimum length of the oldest message format; a smaller length is corrupt. */
const LEAST_DECLARED_BYTES = 12 + 14;
const NO_TIMESTAMP = -1;
const NO_PRODUCER = -1;
/** Kafka's default of message.timestamp.after.max.ms. */
const MAX_AHEAD_MS = 3_600_000;

export type CheckedBatch = { bytes: Buffer; header: BatchHeader; maxTimestamp: number };

/**
 * Extracts the single batch of a partition from an unchecked Produce request. As in Kafka, trailing bytes that are too
 * few for another batch are dropped. Throws INVALID_RECORD, CORRUPT_MESSAGE.
 */
export function onlyBatch(records: Buffer | null): Buffer {
  const batch = records === null ? undefined : firstBatch(records);
  if (records === null || batch === undefined) throw invalid('a whole batch is required');
  if (magicOf(batch) !== MAGIC) throw invalid('magic is not 2');
  if (firstBatch(records.subarray(batch.length)) !== undefined) throw invalid('only one batch is allowed');
  return batch;
}

function firstBatch(records: Buffer): Buffer | undefined {
  if (records.length < BATCH_MAGIC_BYTES) return undefined;
  const bytes = declaredBytes(records);
  const magic = magicOf(records);
  if (bytes < LEAST_DECLARED_BYTES || magic < 0 || magic > MAGIC) throw new KafkaError('CORRUPT_MESSAGE');
  return bytes > records.length ? undefined : records.subarray(0, bytes);
}

/**
 * Checks a batch as a Kafka broker does before it appends: size (MESSAGE_TOO_LARGE), checksum
 * (CORRUPT_MESSAGE), header and records (INVALID_RECORD), timestamps (INVALID_TIMESTAMP). Compressed batches are rejected
 * (UNSUPPORTED_COMPRESSION_TYPE).
 */
export function checkBatch(batch: Buffer, maxBytes: number, now: number): CheckedBatch {
  if (batch.readBigInt64BE(0) !== 0n) throw invalid('base offset is not 0');
  if (batch.length > maxBytes) throw new KafkaError('MESSAGE_TOO_LARGE');
  if (batch.length < BATCH_HEADER_BYTES) throw new KafkaError('CORRUPT_MESSAGE');
  const header = readHeader(batch);
  if (checksumOf(batch) !== header.crc) throw new KafkaError('CORRUPT_MESSAGE');
  checkHeader(header);
  const maxTimestamp = latestTimestamp(batch, header, now);
  return { bytes: batch, header, maxTimestamp };
}

function checkHeader(header: BatchHeader): void {
  if (header.recordCount <= 0) throw invalid('no records');
  if (header.lastOffsetDelta + 1 !== header.recordCount) throw invalid('offsets and count differ');
  if (header.isControl) throw invalid('clients must not write control records');
  if (header.producerId > NO_PRODUCER && header.baseSequence < 0) throw invalid('no sequence number');
  if (!Number.isSafeInteger(header.producerId)) throw invalid('producer id');
  if (header.isCompressed) throw new KafkaError('UNSUPPORTED_COMPRESSION_TYPE');
}

function latestTimestamp(batch: Buffer, header: BatchHeader, now: number): number {
  const times = readTimestamps(batch, header);
  if (times.some((time) => time - now > MAX_AHEAD_MS)) throw new KafkaError('INVALID_TIMESTAMP');
  return times.reduce((latest, time) => Math.max(latest, time), NO_TIMESTAMP);
}

const invalid = (what: string) => new KafkaError('INVALID_RECORD', `Invalid record batch: ${what}`);
