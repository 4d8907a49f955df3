import { readHeader } from '../records/batch.ts';
import { readRecordPlaces } from '../records/records.ts';
import type { BatchRows } from '../storage/batch-rows.ts';
import type { Partition } from './topics.ts';

const NOTHING = Buffer.alloc(0);

/**
 * Returns the stored bytes from the batch that contains the offset, cut at exactly `maxBytes` as in Kafka. The first
 * batch is never cut: when it is larger, it is returned whole with `wholeFirst` and omitted without.
 */
export function readBytes(
  rows: BatchRows,
  partition: Partition,
  offset: number,
  maxBytes: number,
  wholeFirst: boolean,
): Buffer {
  if (offset >= partition.highWatermark || (maxBytes <= 0 && !wholeFirst)) return NOTHING;
  const batches: Buffer[] = [];
  let limit = maxBytes;
  let size = 0;
  for (const batch of rows.readFrom(partition.id, offset)) {
    if (batches.length === 0 && batch.length > limit) {
      if (!wholeFirst) return NOTHING;
      limit = batch.length;
    }
    const part = batch.subarray(0, limit - size);
    batches.push(part);
    size += part.length;
    if (size >= limit) break;
  }
  const [only = NOTHING, ...more] = batches;
  return more.length === 0 ? only : Buffer.concat(batches, size);
}

export type TimedOffset = { timestamp: number; offset: number };

/** Finds the first record at or after the time (milliseconds), or its batch when the batch cannot be decompressed. */
export function findSince(rows: BatchRows, partition: Partition, timestamp: number): TimedOffset | undefined {
  const batch = rows.firstSince(partition.id, partition.startOffset, timestamp);
  if (batch === undefined) return undefined;
  const header = readHeader(batch);
  const whole = { timestamp: header.maxTimestamp, offset: header.baseOffset };
  if (header.isLogAppendTime) return whole;
  const place = readRecordPlaces(batch, header)?.find(
    (record) =>
      record.timestamp >= timestamp && header.baseOffset + record.offsetDelta >= partition.startOffset,
  );
  if (place === undefined) return whole;
  return { timestamp: place.timestamp, offset: header.baseOffset + place.offsetDelta };
}
