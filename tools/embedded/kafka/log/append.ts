import { type BatchHeader, placeAt, stampTime } from '../records/batch.ts';
import { type CheckedBatch, checkBatch } from '../records/validate.ts';
import type { GroupCommit, Transaction } from '../storage/group-commit.ts';
import { storable } from '../storage/integers.ts';
import type { RecentBatch } from '../storage/producer-rows.ts';
import { findDuplicate, isIdempotent, remember } from './producer-state.ts';
import { isLogAppendTime, numberOf } from './topic-config.ts';
import { type Partition, type Rows, type Topic, type Topics, wake } from './topics.ts';

export type Appended = { baseOffset: number; logAppendTime: number; startOffset: number };
export type Append = ReturnType<typeof createAppend>;

const LEADER_EPOCH = 0;
const NO_TIME = -1;

/**
 * Appends a batch to a partition and resolves when it is on disk. A duplicate of an idempotent producer resolves with
 * the offset of the first batch. Throws the KafkaErrors of checkBatch and findDuplicate.
 */
export function createAppend(rows: Rows, topics: Topics, commit: GroupCommit, now: () => number) {
  return async (topic: Topic, partition: Partition, bytes: Buffer): Promise<Appended> => {
    const batch = checkBatch(bytes, rulesOf(topic, now()));
    return commit.run((transaction) => {
      const entry = partition.producers.get(batch.header.producerId);
      const duplicate = isIdempotent(batch.header) ? findDuplicate(entry, batch.header) : undefined;
      if (duplicate !== undefined) return repeated(partition, duplicate);
      transaction.afterRollback(() => topics.reload(partition));
      return append(rows, topic, partition, batch, transaction, now());
    });
  };
}

const rulesOf = ({ configs }: Topic, now: number) => ({
  maxBytes: numberOf(configs, 'max.message.bytes'),
  isLogAppendTime: isLogAppendTime(configs),
  maxAheadMs: numberOf(configs, 'message.timestamp.after.max.ms'),
  maxBehindMs: numberOf(configs, 'message.timestamp.before.max.ms'),
  now,
});

const repeated = ({ startOffset }: Partition, { baseOffset, time }: RecentBatch): Appended => ({
  baseOffset,
  logAppendTime: time,
  startOffset,
});

function append(
  rows: Rows,
  topic: Topic,
  partition: Partition,
  batch: CheckedBatch,
  transaction: Transaction,
  now: number,
): Appended {
  const baseOffset = partition.highWatermark;
  const lastOffset = baseOffset + batch.header.lastOffsetDelta;
  const data = stored(topic, batch, baseOffset);
  const { maxTimestamp } = batch;
  // A batch without timestamps counts from its arrival; otherwise retention would delete it at once.
  const age = maxTimestamp === NO_TIME ? now : storable(maxTimestamp);
  rows.batches.insert({ partitionId: partition.id, baseOffset, lastOffset, maxTimestamp: age, data });
  if (isIdempotent(batch.header))
    rememberProducer(rows, partition, batch.header, baseOffset, maxTimestamp, now);
  partition.highWatermark = lastOffset + 1;
  partition.bytes += data.length;
  transaction.afterCommit(() => wake(partition));
  const logAppendTime = isLogAppendTime(topic.configs) ? maxTimestamp : NO_TIME;
  return { baseOffset, logAppendTime, startOffset: partition.startOffset };
}

function stored(topic: Topic, { bytes, header, maxTimestamp }: CheckedBatch, baseOffset: number): Buffer {
  const data = Buffer.from(bytes);
  const byAppendTime = isLogAppendTime(topic.configs);
  if (byAppendTime !== header.isLogAppendTime || maxTimestamp !== header.maxTimestamp)
    stampTime(data, maxTimestamp, byAppendTime);
  placeAt(data, baseOffset, LEADER_EPOCH);
  return data;
}

function rememberProducer(
  rows: Rows,
  partition: Partition,
  header: BatchHeader,
  baseOffset: number,
  time: number,
  now: number,
): void {
  const entry = remember(partition.producers.get(header.producerId), header, baseOffset, time, now);
  rows.producers.save(partition.id, header.producerId, entry);
  partition.producers.set(header.producerId, entry);
}
