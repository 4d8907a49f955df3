import { prepareCollection } from '@kumbuka/event-bus';
import type { Connection } from 'mongoose';

/**
 * Separate from the key's row, which is part of the work's transaction: a heartbeat must not conflict with
 * it.
 */
interface BeatRow {
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

const beatMs = 400;

/** Heartbeats of attempts at an Idempotency-Key, for the requests that wait for them. */
export function createAttemptBeats(connection: Connection, keptSeconds: number) {
  const beats = () => connection.collection<BeatRow>('idempotency_beats');

  return {
    prepare: () =>
      prepareCollection(connection, 'idempotency_beats', [
        { key: { at: 1 }, expireAfterSeconds: keptSeconds },
      ]),

    /** Sends heartbeats until the returned function is called. */
    start({ _id, attempt }: Attempted): () => void {
      const timer = setInterval(() => {
        beats()
          .updateOne({ _id }, { $set: { attempt, at: new Date() }, $inc: { beat: 1 } }, { upsert: true })
          .catch(() => undefined);
      }, beatMs);
      timer.unref();
      return () => clearInterval(timer);
    },

    /** Value that changes while the attempt is alive. */
    async markOf({ _id, attempt }: Attempted): Promise<string> {
      const pulse = await beats().findOne({ _id, attempt });
      return `${attempt}:${pulse?.beat ?? 0}`;
    },
  };
}
