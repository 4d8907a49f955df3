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
import { readRecordPlaces } from './records.ts';

const MAGIC = 2;
/** Minimum length of the oldest message format; a smaller length is corrupt. */
const LEAST_DECLARED_BYTES = 12 + 14;
const NO_TIMESTAMP = -1;
const NO_PRODUCER = -1;

export type BatchRules = {
  maxBytes: number;
  isLogAppendTime: boolean;
  /** Milliseconds by which a record's timestamp may be after and before `now`. */
  maxAheadMs: number;
  maxBehindMs: number;
  now: number;
};

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
 * (CORRUPT_MESSAGE), header and records (INVALID_RECORD), timestamps (INVALID_TIMESTAMP).
 */
export function checkBatch(batch: Buffer, rules: BatchRules): CheckedBatch {
  if (batch.readBigInt64BE(0) !== 0n) throw invalid('base offset is not 0');
  if (batch.length > rules.maxBytes) throw new KafkaError('MESSAGE_TOO_LARGE');
  if (batch.length < BATCH_HEADER_BYTES) throw new KafkaError('CORRUPT_MESSAGE');
  const header = readHeader(batch);
  if (checksumOf(batch) !== header.crc) throw new KafkaError('CORRUPT_MESSAGE');
  checkHeader(header);
  const maxTimestamp = latestTimestamp(batch, header, rules);
  return { bytes: batch, header, maxTimestamp };
}

function checkHeader(header: BatchHeader): void {
  if (header.recordCount <= 0) throw invalid('no records');
  if (header.lastOffsetDelta + 1 !== header.recordCount) throw invalid('offsets and count differ');
  if (header.isControl) throw invalid('clients must not write control records');
  if (header.producerId > NO_PRODUCER && header.baseSequence < 0) throw invalid('no sequence number');
  if (!Number.isSafeInteger(header.producerId)) throw invalid('producer id');
  if (header.compression === 'unknown') throw invalid('unknown compression');
}

function latestTimestamp(batch: Buffer, header: BatchHeader, rules: BatchRules): number {
  const places = readRecordPlaces(batch, header);
  if (header.compression !== 'none' && places?.some(({ offsetDelta }, i) => offsetDelta !== i))
    throw invalid('record offsets are not consecutive');
  if (rules.isLogAppendTime) return rules.now;
  const times = places?.map(({ timestamp }) => timestamp) ?? [header.firstTimestamp, header.maxTimestamp];
  for (const time of times) checkTime(time, rules);
  return times.reduce((latest, time) => Math.max(latest, time), NO_TIMESTAMP);
}

function checkTime(time: number, rules: BatchRules): void {
  if (time === NO_TIMESTAMP) return;
  if (time - rules.now > rules.maxAheadMs || rules.now - time > rules.maxBehindMs)
    throw new KafkaError('INVALID_TIMESTAMP');
}

const invalid = (what: string) => new KafkaError('INVALID_RECORD', `Invalid record batch: ${what}`);
