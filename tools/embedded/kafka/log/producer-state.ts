import type { BatchHeader } from '../records/batch.ts';
import type { ProducerEntry, RecentBatch } from '../storage/producer-rows.ts';
import { KafkaError } from '../wire/errors.ts';

const MAX_SEQUENCE = 2 ** 31 - 1;
/** Kafka remembers five, because a producer has at most five requests in flight. */
const REMEMBERED_BATCHES = 5;

/** The last sequence number of a batch; sequence numbers wrap to 0 after 2^31 - 1. */
const lastSequenceOf = (header: BatchHeader): number =>
  (header.baseSequence + header.lastOffsetDelta) % (MAX_SEQUENCE + 1);

export const isIdempotent = (header: BatchHeader): boolean => header.producerId >= 0;

/**
 * Returns the earlier batch that this batch of an idempotent producer repeats, or undefined when it is the next one.
 * Throws INVALID_PRODUCER_EPOCH for an old epoch. Throws OUT_OF_ORDER_SEQUENCE for a gap, for a duplicate that is no
 * longer remembered, and for a new epoch that does not start at 0.
 */
export function findDuplicate(
  entry: ProducerEntry | undefined,
  header: BatchHeader,
): RecentBatch | undefined {
  if (entry === undefined) return undefined;
  if (header.producerEpoch < entry.epoch) throw new KafkaError('INVALID_PRODUCER_EPOCH');
  if (header.producerEpoch > entry.epoch) return startOfEpoch(header);
  const last = lastSequenceOf(header);
  const duplicate = entry.recent.find(
    (batch) => batch.firstSequence === header.baseSequence && batch.lastSequence === last,
  );
  if (duplicate === undefined && !isNext(entry, header)) throw new KafkaError('OUT_OF_ORDER_SEQUENCE');
  return duplicate;
}

function startOfEpoch(header: BatchHeader): undefined {
  if (header.baseSequence !== 0) throw new KafkaError('OUT_OF_ORDER_SEQUENCE');
}

function isNext(entry: ProducerEntry, header: BatchHeader): boolean {
  const previous = entry.recent.at(-1);
  if (previous === undefined) return true;
  return header.baseSequence === (previous.lastSequence + 1) % (MAX_SEQUENCE + 1);
}

/** Returns the producer's entry after the batch was appended at the offset. */
export function remember(
  entry: ProducerEntry | undefined,
  header: BatchHeader,
  baseOffset: number,
  now: number,
): ProducerEntry {
  const earlier = entry?.epoch === header.producerEpoch ? entry.recent : [];
  const batch = {
    firstSequence: header.baseSequence,
    lastSequence: lastSequenceOf(header),
    baseOffset,
  };
  return {
    epoch: header.producerEpoch,
    recent: [...earlier, batch].slice(-REMEMBERED_BATCHES),
    touchedAt: now,
  };
}
