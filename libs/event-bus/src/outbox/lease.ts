import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../duplicate-key.ts';

interface LeaseRow {
  _id: string;
  owner: string;
  /** Incremented when the lease changes hands. */
  epoch: number;
  /** Expiry by the clock of the holder. */
  until: Date;
}

export interface Lease {
  /** Acquires or renews the lease when due; true while this process holds it for at least 4 s more. */
  hold(): Promise<boolean>;
  /** Epoch of the lease as last held; 0 before. */
  epoch(): number;
  /** Releases the lease for other processes. */
  release(): Promise<void>;
}

export interface LeaseClocks {
  /** Milliseconds since 1970. */
  wall(): number;
  /** Monotonic clock in milliseconds. */
  monotonic(): number;
}

const leaseMs = 6_000;
const renewAfterMs = 2_000;
export const realClocks: LeaseClocks = { wall: () => Date.now(), monotonic: () => performance.now() };

const isSame = (left: LeaseRow, right: LeaseRow) =>
  left.owner === right.owner && left.epoch === right.epoch && left.until.getTime() === right.until.getTime();

/**
 * Returns a function that detects an abandoned lease. A lease is abandoned when its time has passed, or when its holder
 * did not renew it for the duration of a lease; the latter compares no clocks.
 */
function createExpiryCheck({ wall, monotonic }: LeaseClocks) {
  let seen: { row: LeaseRow; at: number } | null = null;
  return (row: LeaseRow): boolean => {
    if (!seen || !isSame(seen.row, row)) seen = { row, at: monotonic() };
    return row.until.getTime() <= wall() || monotonic() - seen.at >= leaseMs;
  };
}

/**
 * Creates a lease: a row that one process holds at a time, and that expires 6 s after its holder died. Processes whose
 * clocks differ by more may both hold it, so work under it must be idempotent.
 */
export function createLease(connection: Connection, name: string, clocks: LeaseClocks = realClocks): Lease {
  const rows = () => connection.collection<LeaseRow>('leases');
  const owner = randomUUID();
  const isAbandoned = createExpiryCheck(clocks);
  let heldSince: number | null = null;
  let epoch = 0;

  const insert = (until: Date) =>
    rows()
      .insertOne({ _id: name, owner, epoch: 1, until })
      .then(
        () => true,
        (error: unknown) => {
          if (isDuplicateKey(error)) return false;
          throw error;
        },
      );

  /** Succeeds only if the row is unchanged since it was read. */
  async function replace(read: LeaseRow, next: Omit<LeaseRow, '_id'>): Promise<boolean> {
    const unchanged = { _id: name, owner: read.owner, epoch: read.epoch, until: read.until };
    const { matchedCount } = await rows().updateOne(unchanged, { $set: next });
    return matchedCount === 1;
  }

  /** Epoch of the lease if this process now holds it, else 0. */
  async function claim(): Promise<number> {
    const until = new Date(clocks.wall() + leaseMs);
    const read = await rows().findOne({ _id: name });
    if (!read) return (await insert(until)) ? 1 : 0;
    const isOurs = read.owner === owner;
    if (!isOurs && !isAbandoned(read)) return 0;
    const next = { owner, epoch: isOurs ? read.epoch : read.epoch + 1, until };
    return (await replace(read, next)) ? next.epoch : 0;
  }

  return {
    async hold() {
      const now = clocks.monotonic();
      if (heldSince !== null && now - heldSince < renewAfterMs) return true;
      heldSince = null;
      const claimed = await claim();
      if (claimed === 0) return false;
      epoch = claimed;
      heldSince = now;
      return true;
    },
    epoch: () => epoch,
    async release() {
      if (heldSince === null) return;
      heldSince = null;
      await rows().updateOne({ _id: name, owner }, { $set: { until: new Date(0) } });
    },
  };
}
