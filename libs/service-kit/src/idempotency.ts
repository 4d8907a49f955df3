import { ProductError } from '@kumbuka/contracts';
import { createHash, createHmac } from 'node:crypto';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from './mongo.ts';

export interface StoredAnswer {
  status: number;
  body: unknown;
}

export interface Idempotency {
  prepare(): Promise<void>;
  /** Runs `work` once for a scope and key; a repeat gets the stored answer, another body 422. */
  once(scope: string, key: string, body: unknown, work: () => Promise<StoredAnswer>): Promise<StoredAnswer>;
  /** Forgets every answer of a scope; for an account that is erased. */
  forget(scope: string): Promise<void>;
}

interface Row {
  _id: string;
  bodyHash: string;
  answer: StoredAnswer | null;
  /** After this instant an unfinished attempt counts as died. */
  runningUntil: Date;
  createdAt: Date;
}

const keptSeconds = 24 * 3600;
const leaseMs = 30_000;
const patienceMs = 2_000;
const pollMs = 50;
const keyPattern = /^[\x21-\x7e]{1,200}$/;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const hashBy = (secret: string | undefined) => (value: unknown) =>
  (secret === undefined ? createHash('sha256') : createHmac('sha256', secret))
    .update(JSON.stringify(value) ?? '')
    .digest('base64');

const reused = () =>
  new ProductError('IDEMPOTENCY_KEY_REUSED', 422, 'This Idempotency-Key was used with another request.');
const inProgress = () =>
  new ProductError('IN_PROGRESS', 409, 'The first request with this Idempotency-Key is still running.', {
    retryAfterSeconds: 1,
  });
const badKey = () =>
  new ProductError('VALIDATION', 400, 'The Idempotency-Key must be 1 to 200 printable characters.');

export interface IdempotencyOptions {
  connection: Connection;
  /** Keys the hashes of bodies: needed where a body holds a password, which a plain hash would give away. */
  secret?: string;
}

/** Answers of creating requests, kept for 24 h by Idempotency-Key. Only successes are kept. */
export function createIdempotency({ connection, secret }: IdempotencyOptions): Idempotency {
  const hash = hashBy(secret);
  const rows = () => connection.collection<Row>('idempotency_keys');
  const lease = () => new Date(Date.now() + leaseMs);

  async function claim(id: string, bodyHash: string): Promise<boolean> {
    const row = { _id: id, bodyHash, answer: null, runningUntil: lease(), createdAt: new Date() };
    return rows()
      .insertOne(row)
      .then(
        () => true,
        (error: unknown) => {
          if (isDuplicateKey(error)) return false;
          throw error;
        },
      );
  }

  async function takeOver(id: string): Promise<boolean> {
    const result = await rows().updateOne(
      { _id: id, answer: null, runningUntil: { $lt: new Date() } },
      { $set: { runningUntil: lease() } },
    );
    return result.modifiedCount === 1;
  }

  async function settle(id: string, work: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
    try {
      const answer = await work();
      await rows().updateOne({ _id: id }, { $set: { answer } });
      return answer;
    } catch (error) {
      await rows().deleteOne({ _id: id, answer: null });
      throw error;
    }
  }

  async function awaitFirst(
    id: string,
    bodyHash: string,
    work: () => Promise<StoredAnswer>,
  ): Promise<StoredAnswer> {
    for (const end = Date.now() + patienceMs; Date.now() < end; await pause(pollMs)) {
      const row = await rows().findOne({ _id: id });
      if (!row) return run(id, bodyHash, work);
      if (row.bodyHash !== bodyHash) throw reused();
      if (row.answer) return row.answer;
      if (await takeOver(id)) return settle(id, work);
    }
    throw inProgress();
  }

  const run = async (
    id: string,
    bodyHash: string,
    work: () => Promise<StoredAnswer>,
  ): Promise<StoredAnswer> =>
    (await claim(id, bodyHash)) ? settle(id, work) : awaitFirst(id, bodyHash, work);

  return {
    async prepare() {
      await rows().createIndex({ createdAt: 1 }, { expireAfterSeconds: keptSeconds });
    },
    async once(scope, key, body, work) {
      if (!keyPattern.test(key)) throw badKey();
      return run(`${scope}:${key}`, hash(body), work);
    },
    async forget(scope) {
      // Ids begin with the scope and a colon; the semicolon is the character after it.
      await rows().deleteMany({ _id: { $gte: `${scope}:`, $lt: `${scope};` } });
    },
  };
}
