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
