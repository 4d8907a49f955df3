import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';

interface LeaseRow {
  _id: string;
  owner: string;
  /** Raised whenever the lease changes hands. */
  epoch: number;
  until: Date;
}

export interface Lease {
  /** Takes or prolongs the lease when due; true while this process holds it for at least 4 s more. */
  hold(): Promise<boolean>;
  /** Of the lease as last held; 0 before. */
  epoch(): number;
  /** Lets another process take it at once. */
  release(): Promise<void>;
}

const leaseMs = 6_000;
const prolongAfterMs = 2_000;

const isDuplicate = (error: unknown) => error instanceof Error && 'code' in error && error.code === 11000;

/**
 * A row that one process at a time holds; it falls free 6 s after its holder died. Two processes whose clocks
 * differ by more may both think they hold it, so work under it must bear being done twice.
 */
export function createLease(connection: Connection, name: string): Lease {
  const rows = () => connection.collection<LeaseRow>('leases');
  const owner = randomUUID();
  let heldUntil = 0;
  let epoch = 0;

  const insert = (until: Date) =>
    rows()
      .insertOne({ _id: name, owner, epoch: 1, until })
      .then(
        () => true,
        (error: unknown) => {
          if (isDuplicate(error)) return false;
          throw error;
        },
      );

  /** Only if nobody changed the row since it was read. */
  async function replace(read: LeaseRow, next: Omit<LeaseRow, '_id'>): Promise<boolean> {
    const unchanged = { _id: name, owner: read.owner, epoch: read.epoch };
    const { matchedCount } = await rows().updateOne(unchanged, { $set: next });
    return matchedCount === 1;
  }

  /** The epoch of the lease when it is ours now, else 0. */
  async function claim(now: number): Promise<number> {
    const until = new Date(now + leaseMs);
    const read = await rows().findOne({ _id: name });
    if (!read) return (await insert(until)) ? 1 : 0;
    const isOurs = read.owner === owner;
    if (!isOurs && read.until.getTime() > now) return 0;
    const next = { owner, epoch: isOurs ? read.epoch : read.epoch + 1, until };
    return (await replace(read, next)) ? next.epoch : 0;
  }

  return {
    async hold() {
      const now = Date.now();
      const since = now - (heldUntil - leaseMs);
      if (heldUntil > 0 && since >= 0 && since < prolongAfterMs) return true;
      heldUntil = 0;
      const claimed = await claim(now);
      if (claimed === 0) return false;
      epoch = claimed;
      heldUntil = now + leaseMs;
      return true;
    },
    epoch: () => epoch,
    async release() {
      if (heldUntil === 0) return;
      heldUntil = 0;
      await rows().updateOne({ _id: name, owner }, { $set: { until: new Date(0) } });
    },
  };
}
