import type { DatabaseSync } from 'node:sqlite';
import { KafkaError } from '../wire/errors.ts';

/** Effects of a job on memory, which depend on the outcome on disk. */
export type Transaction = {
  afterCommit(effect: () => void): void;
  afterRollback(repair: () => void): void;
};

type Job<T> = (transaction: Transaction) => T;
type Waiting = { work: Job<unknown>; settle: (value: unknown) => void; fail: (error: unknown) => void };
export type GroupCommit = ReturnType<typeof createGroupCommit>;

/**
 * Runs the jobs that arrive in one turn of the event loop in one SQLite transaction, so that they share one
 * fsync, and settles each when it is on disk. A job that throws a KafkaError fails alone and must not have written before.
 * Any other error rolls all jobs back, and all fail with KAFKA_STORAGE_ERROR.
 */
export function createGroupCommit(db: DatabaseSync, onFailure: (error: unknown) => void) {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  let waiting: Waiting[] = [];
  let isClosed = false;

  const flush = () => {
    const jobs = waiting;
    waiting = [];
    if (jobs.length === 0) return;
    const effects: (() => void)[] = [];
    const repairs: (() => void)[] = [];
    const transaction: Transaction = {
      afterCommit: (effect) => effects.push(effect),
      afterRollback: (repair) => repairs.push(repair),
    };
    try {
      begin.run();
      const settlements = jobs.map((job) => attempt(job, transaction));
      commit.run();
      for (const effect of effects) effect();
      for (const settle of settlements) settle();
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      for (const repair of repairs) repair();
      for (const job of jobs) job.fail(new KafkaError('KAFKA_STORAGE_ERROR'));
      onFailure(error);
    }
  };

  return {
    run<T>(work: Job<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        if (isClosed) return reject(new KafkaError('KAFKA_STORAGE_ERROR'));
        waiting.push({ work, settle: resolve as (value: unknown) => void, fail: reject });
        if (waiting.length === 1) setImmediate(flush);
      });
    },
    /** Settles the waiting jobs. Later jobs fail with KAFKA_STORAGE_ERROR. */
    close() {
      flush();
      isClosed = true;
    },
  };
}

function attempt(job: Waiting, transaction: Transaction): () => void {
  try {
    const value = job.work(transaction);
    return () => job.settle(value);
  } catch (error) {
    if (!(error instanceof KafkaError)) throw error;
    return () => job.fail(error);
  }
}
