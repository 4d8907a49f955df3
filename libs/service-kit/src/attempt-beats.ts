import { prepareCollection } from '@kumbuka/event-bus';
import type { Connection } from 'mongoose';

/** Apart from the key, whose row is part of the work's transaction: a beat must not conflict with it. */
interface BeatRow {
  _id: string;
  attempt: string;
  /** Raised while the attempt is alive; one that stands still has died. */
  beat: number;
  at: Date;
}

interface Attempted {
  /** The key. */
  _id: string;
  attempt: string;
}

const beatMs = 400;

/** By which attempts at an Idempotency-Key show those who wait that they are alive. */
export function createAttemptBeats(connection: Connection, keptSeconds: number) {
  const beats = () => connection.collection<BeatRow>('idempotency_beats');

  return {
    prepare: () =>
      prepareCollection(connection, 'idempotency_beats', [
        { key: { at: 1 }, expireAfterSeconds: keptSeconds },
      ]),

    /** Beats until the function that it gives is called. */
    start({ _id, attempt }: Attempted): () => void {
      const timer = setInterval(() => {
        beats()
          .updateOne({ _id }, { $set: { attempt, at: new Date() }, $inc: { beat: 1 } }, { upsert: true })
          .catch(() => undefined);
      }, beatMs);
      timer.unref();
      return () => clearInterval(timer);
    },

    /** What changes as long as the attempt is alive. */
    async markOf({ _id, attempt }: Attempted): Promise<string> {
      const pulse = await beats().findOne({ _id, attempt });
      return `${attempt}:${pulse?.beat ?? 0}`;
    },
  };
}
