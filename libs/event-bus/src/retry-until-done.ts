import { isAway } from './away.ts';
import type { ReceivedBatch } from './bus.ts';
import type { Log } from './log.ts';
import { pause } from './pause.ts';

const firstBackoffMs = 50;
const lastBackoffMs = 5_000;

/** The partition went to somebody else, or the consumer stops: what is not committed is theirs. */
export class PartitionLost extends Error {
  readonly code = 'PARTITION_LOST';

  constructor() {
    super('The partition is no longer ours.');
    this.name = 'PartitionLost';
  }
}

/** Repeats work while something is away, every 5 s at most; throws PartitionLost, and what else the work throws. */
export async function retryUntilDone<Result>(
  batch: ReceivedBatch,
  log: Log,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let wait = firstBackoffMs; batch.isMine(); wait = Math.min(wait * 2, lastBackoffMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error)) throw error;
      log.warn({ err: error }, 'events wait until the infrastructure is back');
      await pause(wait);
    }
    await batch.heartbeat();
  }
  throw new PartitionLost();
}
