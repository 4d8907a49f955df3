import { prepareCollection } from '@kumbuka/event-bus';
import type { Connection } from 'mongoose';
import { createHash } from 'node:crypto';

/** Separate from the row of the key, because a heartbeat must not conflict with the transaction that changes that row. */
interface HeartbeatRow {
  /** Hash of the key's id, which names the caller: a late heartbeat would outlive the caller's erasure. */
  _id: string;
  attempt: string;
  /** Incremented while the attempt is alive. */
  beat: number;
  at: Date;
}

interface Attempted {
  /** Id of the key. */
  _id: string;
  attempt: string;
}

const hashOf = (id: string) => createHash('sha256').update(id).digest('hex');

interface HeartbeatOptions {
  connection: Connection;
  /** Seconds that a row is kept. */
  keptSeconds: number;
  heartbeatMs: number;
}

/** Heartbeats of attempts at an Idempotency-Key, for the requests that wait for them. */
export function createAttemptHeartbeats({ connection, keptSeconds, heartbeatMs }: HeartbeatOptions) {
  const rows = () => connection.collection<HeartbeatRow>('idempotency_beats');

  return {
    prepare: () =>
      prepareCollection(connection, 'idempotency_beats', [
        { key: { at: 1 }, expireAfterSeconds: keptSeconds },
      ]),

    /** Sends heartbeats until the returned function is called. */
    start({ _id, attempt }: Attempted): () => void {
      const timer = setInterval(() => {
        rows()
          .updateOne(
            { _id: hashOf(_id) },
            { $set: { attempt, at: new Date() }, $inc: { beat: 1 } },
            { upsert: true },
          )
          .catch(() => undefined);
      }, heartbeatMs);
      timer.unref();
      return () => clearInterval(timer);
    },

    /** Value that changes while the attempt is alive. */
    async markOf({ _id, attempt }: Attempted): Promise<string> {
      const row = await rows().findOne({ _id: hashOf(_id), attempt });
      return `${attempt}:${row?.beat ?? 0}`;
    },
  };
}
