import { Timestamp } from 'bson';
import { MongoError } from './errors.ts';
import { SNAPSHOT_LIFETIME_MS } from './limits.ts';
import type { Engine } from './storage/engine.ts';

interface Snapshot {
  seq: number;
  session: string | undefined;
  release: () => void;
  timer: NodeJS.Timeout;
}

/** Snapshots by cluster time, which clients read outside transactions (`readConcern: snapshot`). */
export function createSnapshots(engine: Engine) {
  const kept = new Map<string, Snapshot>();
  let lastTime = 0n;

  /** Takes a snapshot of the current state and returns the cluster time under which clients can read it for a while. */
  function take(session?: string): { atClusterTime: Timestamp; seq: number } {
    const seconds = BigInt(Math.floor(Date.now() / 1000)) << 32n;
    lastTime = lastTime < seconds ? seconds + 1n : lastTime + 1n;
    const atClusterTime = new Timestamp(lastTime);
    const key = String(lastTime);
    const seq = engine.now();
    const timer = setTimeout(() => forget(key), SNAPSHOT_LIFETIME_MS).unref();
    kept.set(key, { seq, session, release: engine.transactions.pin(seq), timer });
    return { atClusterTime, seq };
  }

  function forget(key: string): void {
    const snapshot = kept.get(key);
    if (!snapshot) return;
    kept.delete(key);
    clearTimeout(snapshot.timer);
    snapshot.release();
  }

  /** Returns the commit of a cluster time. Throws SnapshotTooOld when its snapshot has expired. */
  function seqAt(time: Timestamp): number {
    const snapshot = kept.get(String(time.toBigInt()));
    if (snapshot) return snapshot.seq;
    throw new MongoError(
      239,
      'SnapshotTooOld',
      `Read timestamp ${time.toString()} is older than the oldest available timestamp.`,
    );
  }

  function forgetWhere(test: (snapshot: Snapshot) => boolean): void {
    for (const [key, snapshot] of kept) if (test(snapshot)) forget(key);
  }

  return {
    take,
    seqAt,
    endSession: (session: string) => forgetWhere((snapshot) => snapshot.session === session),
    stop: () => forgetWhere(() => true),
  };
}

export type Snapshots = ReturnType<typeof createSnapshots>;
