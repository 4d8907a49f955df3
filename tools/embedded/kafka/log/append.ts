import { type BatchHeader, placeAt } from '../records/batch.ts';
import { type CheckedBatch, checkBatch } from '../records/validate.ts';
import type { GroupCommit, Transaction } from '../storage/group-commit.ts';
import { storable } from '../storage/integers.ts';
import { findDuplicate, isIdempotent, remember } from './producer-state.ts';
import { numberOf } from './topic-config.ts';
import { type Partition, type Rows, type Topic, type Topics, wake } from './topics.ts';

export type Appended = { baseOffset: number; startOffset: number };
export type Append = ReturnType<typeof createAppend>;

const LEADER_EPOCH = 0;
const NO_TIME = -1;

/**
 * Appends a batch to a partition and resolves when it is on disk. A duplicate of an idempotent producer resolves with
 * the offset of the first batch. Throws the KafkaErrors of checkBatch and findDuplicate.
 */
export function createAppend(rows: Rows, topics: Topics, commit: GroupCommit, now: () => number) {
  return async (topic: Topic, partition: Partition, bytes: Buffer): Promise<Appended> => {
    const batch = checkBatch(bytes, numberOf(topic.configs, 'max.message.bytes'), now());
    return commit.run((transaction) => {
      const entry = partition.producers.get(batch.header.producerId);
      const duplicate = isIdempotent(batch.header) ? findDuplicate(entry, batch.header) : undefined;
      const { startOffset } = partition;
      if (duplicate !== undefined) return { baseOffset: duplicate.baseOffset, startOffset };
      transaction.afterRollback(() => topics.reload(partition));
      return append(rows, partition, batch, transaction, now());
    });
  };
}

function append(
  rows: Rows,
  partition: Partition,
  batch: CheckedBatch,
  transaction: Transaction,
  now: number,
): Appended {
  const baseOffset = partition.highWatermark;
  const lastOffset = baseOffset + batch.header.lastOffsetDelta;
  const data = Buffer.from(batch.bytes);
  placeAt(data, baseOffset, LEADER_EPOCH);
  const { maxTimestamp } = batch;
  // A batch without timestamps counts from its arrival; otherwise retention would delete it at once.
  const age = maxTimestamp === NO_TIME ? now : storable(maxTimestamp);
  rows.batches.insert({ partitionId: partition.id, baseOffset, lastOffset, maxTimestamp: age, data });
  if (isIdempotent(batch.header)) rememberProducer(rows, partition, batch.header, baseOffset, now);
  partition.highWatermark = lastOffset + 1;
  transaction.afterCommit(() => wake(partition));
  return { baseOffset, startOffset: partition.startOffset };
}

function rememberProducer(
  rows: Rows,
  partition: Partition,
  header: BatchHeader,
  baseOffset: number,
  now: number,
): void {
  const entry = remember(partition.producers.get(header.producerId), header, baseOffset, now);
  rows.producers.save(partition.id, header.producerId, entry);
  partition.producers.set(header.producerId, entry);
}
