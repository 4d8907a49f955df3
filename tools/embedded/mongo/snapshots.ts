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

/** States that clients read at several times outside transactions (`readConcern: snapshot`), by cluster time. */
export function createSnapshots(engine: Engine) {
  const kept = new Map<string, Snapshot>();
  let lastTime = 0n;

  /** Keeps the state of now for a while and gives the time by which it can be read again. */
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

  /** The commit that the time stands for; throws SnapshotTooOld when its state is not kept any more. */
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
