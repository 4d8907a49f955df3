import { ProductError } from '@kumbuka/contracts';
import { prepareCollection } from '@kumbuka/event-bus';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import { createAttemptBeats } from './attempt-beats.ts';
import { canonicalJson } from './canonical-json.ts';
import { isDuplicateKey } from './mongo.ts';

export interface StoredAnswer {
  status: number;
  body: unknown;
}

export interface IdempotentRequest {
  /** Keys of different operations and callers have nothing to do with each other. */
  operation: string;
  /** Id of the user, or the network address of somebody who is not signed in. */
  caller: number | string;
  /** The client's Idempotency-Key. */
  key: string;
  /** What was asked; the same key with another body is refused. */
  body: unknown;
}

export interface Idempotency {
  prepare(): Promise<void>;
  /**
   * Runs `work` once for each operation, caller and key; a repeat gets the stored answer, another body 422. What `work` gives to
   * `rememberResponse` inside its transaction is stored with what it did; other answers are stored afterwards.
   */
  once<Result>(
    request: IdempotentRequest,
    work: () => Promise<Result>,
    answerOf: (result: Result) => StoredAnswer,
  ): Promise<StoredAnswer>;
  /**
   * Stores the answer of the request at hand in the transaction of its work; null: this transaction has none. Without
   * a key it does nothing.
   */
  rememberResponse(session: ClientSession, answered: { result: unknown } | null): Promise<void>;
  /** Names the request at hand by operation, caller, key and body, the same for each repeat; null without a key. */
  requestName(): string | null;
  /** Forgets every answer that a caller got; for an account that is erased. */
  forget(caller: number | string): Promise<void>;
}

interface Row {
  _id: string;
  /** The caller; rows and their index keep the name that they were first stored by. */
  asker: string;
  bodyHash: string;
  answer: StoredAnswer | null;
  /** Who works on it; only its answer is taken. */
  attempt: string;
  createdAt: Date;
}

/** One run of the work for a key, known to the transactions inside it. */
interface Attempt {
  id: string;
  requestName: string;
  attempt: string;
  answerOf(result: unknown): StoredAnswer;
  kept: StoredAnswer | null;
}

/** Another run took the key over while this one stood still; what this one did is rolled back. */
class TakenOver extends Error {
  constructor() {
    super('Another attempt took the Idempotency-Key over.');
    this.name = 'TakenOver';
  }
}

const keptSeconds = 24 * 3600;
/** An attempt whose beat stands still for so long has died. Measured by the one who waits: no clocks are compared. */
const stillMs = 1_500;
const patienceMs = 2_000;
const pollMs = 50;
const keyPattern = /^[\x21-\x7e]{1,200}$/;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const hashBy = (secret: string) => (value: unknown) =>
  createHmac('sha256', secret).update(canonicalJson(value)).digest('base64');
/** Hash of rows that were stored before bodies were hashed with a secret; such rows expire after a day. */
const plainHash = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('base64');

export interface IdempotencyOptions {
  connection: Connection;
  /** Key of the HMAC of bodies: a plain hash would reveal short values such as phone numbers. */
  secret: string;
}

/** Stores successful responses by Idempotency-Key for 24 hours. */
export function createIdempotency({ connection, secret }: IdempotencyOptions): Idempotency {
  const hash = hashBy(secret);
  const rows = () => connection.collection<Row>('idempotency_keys');
  const beats = createAttemptBeats(connection, keptSeconds);
  const running = new AsyncLocalStorage<Attempt>();

  async function claim(request: IdempotentRequest): Promise<string | null> {
    const attempt = randomUUID();
    const [asker, bodyHash] = [String(request.caller), hash(request.body)];
    const row = { _id: idOf(request), asker, bodyHash, answer: null, attempt, createdAt: new Date() };
    return rows()
      .insertOne(row)
      .then(
        () => attempt,
        (error: unknown) => {
          if (isDuplicateKey(error)) return null;
          throw error;
        },
      );
  }

  /** Only one of those who wait takes over, and only from the run that they saw standing still. */
  async function takeOver({ _id, attempt }: Row): Promise<string | null> {
    const next = randomUUID();
    const taken = await rows().updateOne({ _id, attempt, answer: null }, { $set: { attempt: next } });
    return taken.modifiedCount === 1 ? next : null;
  }

  const store = async ({ id, attempt }: Attempt, answer: StoredAnswer, session?: ClientSession) => {
    const stored = await rows().updateOne(
      { _id: id, attempt, answer: null },
      { $set: { answer } },
      session ? { session } : {},
    );
    if (stored.matchedCount !== 1) throw new TakenOver();
  };

  async function settle<Result>(
    request: IdempotentRequest,
    attempt: string,
    work: () => Promise<Result>,
    answerOf: (result: Result) => StoredAnswer,
  ): Promise<StoredAnswer> {
    const id = idOf(request);
    const current: Attempt = { id, requestName: hash([id, request.body]), attempt, answerOf, kept: null };
    const stopBeating = beats.start({ _id: id, attempt });
    try {
      const answer = answerOf(await running.run(current, work));
      if (!current.kept) await store(current, answer);
      return answer;
    } catch (error) {
      if (error instanceof TakenOver) return await run(request, work, answerOf);
      await rows().deleteOne({ _id: id, attempt, answer: null });
      throw error;
    } finally {
      stopBeating();
    }
  }

  async function awaitFirst<Result>(
    request: IdempotentRequest,
    work: () => Promise<Result>,
    answerOf: (result: Result) => StoredAnswer,
  ): Promise<StoredAnswer> {
    const [id, bodyHash, began] = [idOf(request), hash(request.body), performance.now()];
    let seen = { mark: '', at: began };
    while (performance.now() - began < patienceMs) {
      const row = await rows().findOne({ _id: id });
      if (!row) return run(request, work, answerOf);
      if (row.bodyHash !== bodyHash && row.bodyHash !== plainHash(request.body))
        throw new ProductError('IDEMPOTENCY_KEY_REUSED');
      if (row.answer) return row.answer;
      const mark = await beats.markOf(row);
      if (mark !== seen.mark) seen = { mark, at: performance.now() };
      const attempt = performance.now() - seen.at >= stillMs ? await takeOver(row) : null;
      if (attempt) return settle(request, attempt, work, answerOf);
      await pause(pollMs);
    }
    throw new ProductError('IN_PROGRESS', { retryAfterSeconds: 1 });
  }

  async function run<Result>(
    request: IdempotentRequest,
    work: () => Promise<Result>,
    answerOf: (result: Result) => StoredAnswer,
  ): Promise<StoredAnswer> {
    const attempt = await claim(request);
    return attempt ? settle(request, attempt, work, answerOf) : awaitFirst(request, work, answerOf);
  }

  return {
    async prepare() {
      await prepareCollection(connection, 'idempotency_keys', [
        { key: { asker: 1 } },
        { key: { createdAt: 1 }, expireAfterSeconds: keptSeconds },
      ]);
      await beats.prepare();
    },
    async once(request, work, answerOf) {
      if (!keyPattern.test(request.key)) throw new ProductError('KEY_INVALID');
      return run(request, work, answerOf);
    },
    async rememberResponse(session, answered) {
      const current = running.getStore();
      if (!current) return;
      current.kept = answered && current.answerOf(answered.result);
      if (current.kept) await store(current, current.kept, session);
    },
    requestName: () => running.getStore()?.requestName ?? null,
    async forget(caller) {
      await rows().deleteMany({ asker: String(caller) });
    },
  };
}

const idOf = ({ operation, caller, key }: IdempotentRequest) => `${operation}:${caller}:${key}`;
