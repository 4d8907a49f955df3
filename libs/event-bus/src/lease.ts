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
  /** True while this process holds the lease; takes or prolongs it when due. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

const leaseMs = 6_000;
const prolongMs = 2_000;

const isDuplicate = (error: unknown) => error instanceof Error && 'code' in error && error.code === 11000;

/** A row that one process at a time holds; it falls free 6 s after its holder died. */
export function createLease(connection: Connection, name: string): Lease {
  const rows = () => connection.collection<LeaseRow>('leases');
  const owner = randomUUID();
  let heldUntil = 0;

  async function prolong(now: number): Promise<boolean> {
    const until = new Date(now + leaseMs);
    const { matchedCount } = await rows().updateOne({ _id: name, owner }, { $set: { until } });
    return matchedCount === 1;
  }

  async function take(now: number): Promise<boolean> {
    const until = new Date(now + leaseMs);
    const free = { _id: name, until: { $lt: new Date(now) } };
    const { matchedCount } = await rows().updateOne(free, { $set: { owner, until }, $inc: { epoch: 1 } });
    if (matchedCount === 1) return true;
    return rows()
      .insertOne({ _id: name, owner, epoch: 1, until })
      .then(
        () => true,
        (error: unknown) => {
          if (isDuplicate(error)) return false;
          throw error;
        },
      );
  }

  return {
    async hold() {
      const now = Date.now();
      if (heldUntil - now > leaseMs - prolongMs) return true;
      const mine = (await prolong(now)) || (await take(now));
      heldUntil = mine ? now + leaseMs : 0;
      return mine;
    },
    async release() {
      heldUntil = 0;
      await rows().deleteOne({ _id: name, owner });
    },
  };
}
