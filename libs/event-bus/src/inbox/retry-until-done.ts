import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from '../transactions/unavailable.ts';
import type { ReceivedBatch } from '../bus.ts';
import type { Log } from '../log.ts';

const firstBackoffMs = 50;
const lastBackoffMs = 5_000;

/** The partition was revoked or the consumer stops. The next owner of the partition processes the uncommitted events. */
export class PartitionLost extends Error {
  readonly code = 'PARTITION_LOST';

  constructor() {
    super('The partition is no longer ours.');
    this.name = 'PartitionLost';
  }
}

/**
 * Retries work while infrastructure is unreachable, at least every 5 s. Throws `PartitionLost` and other
 * errors of the work.
 */
export async function retryUntilDone<Result>(
  batch: ReceivedBatch,
  log: Log,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let wait = firstBackoffMs; batch.isAssigned(); wait = Math.min(wait * 2, lastBackoffMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.warn({ err: error }, 'events wait until the infrastructure is back');
      await pause(wait);
    }
    await batch.heartbeat();
  }
  throw new PartitionLost();
}
