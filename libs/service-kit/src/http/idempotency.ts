import { ProductError } from '@kumbuka/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { repeatWhenBroken } from '../stores/repeat-when-broken.ts';
import { createAttemptHeartbeats } from './attempt-heartbeats.ts';
import type { HashSecrets } from './body-hash.ts';
import {
  createIdempotencyRows,
  idOf,
  keptSeconds,
  TakenOver,
  type AttemptRef,
  type IdempotentRequest,
  type NamedRequest,
  type StoredResponse,
} from './idempotency-rows.ts';

/** Result of a transaction, and the user with whose data its response is erased, if not the caller. */
export interface Outcome {
  result: unknown;
  ownerId?: number | undefined;
}

export interface Idempotency {
  prepare(): Promise<void>;
  /**
   * Runs `work` once per operation, caller and key. A retry gets the stored response. The same key with another body gets 422. A
   * result that `work` passes to `rememberResponse` is stored in its transaction; other responses are stored
   * afterwards.
   */
  once<Result>(
    request: IdempotentRequest,
    work: () => Promise<Result>,
    responseOf: (result: Result) => StoredResponse,
  ): Promise<StoredResponse>;
  /**
   * Stores the response in the transaction of the work; `null` when this transaction has none. Does nothing
   * without a key.
   */
  rememberResponse(session: ClientSession, outcome: Outcome | null): Promise<void>;
  /**
   * Runs `work` with the name of the request but stores no response, for work that recognises its own repeats.
   * Throws `KEY_INVALID`.
   */
  named<Result>(request: NamedRequest, work: () => Promise<Result>): Promise<Result>;
  /**
   * Name of the current request by operation, caller and key, the same for each retry and under every secret;
   * `null` without a key.
   */
  requestName(): string | null;
  /** Deletes all responses stored for a caller, when the account is erased. */
  forget(caller: number | string): Promise<void>;
}

/** Request with a key, and how to execute it. */
interface Execution<Result> {
  request: IdempotentRequest;
  work: () => Promise<Result>;
  responseOf: (result: Result) => StoredResponse;
}

/** Current attempt at a request; the transactions of its work store the response through it. */
interface Attempt {
  ref: AttemptRef;
  responseOf(result: unknown): StoredResponse;
  isStored: boolean;
}

/** Current request with a key. `attempt` is `null` when its response is not stored. */
interface Running {
  name: string;
  attempt: Attempt | null;
}

/** Times of attempts, in milliseconds. */
export interface AttemptTimes {
  heartbeatMs: number;
  /** Time without a heartbeat after which an attempt counts as dead. The waiting process measures it: no clocks are compared. */
  stalledAfterMs: number;
  /** How long a retry waits for the first request. */
  waitMs: number;
}

const attemptTimes: AttemptTimes = { heartbeatMs: 400, stalledAfterMs: 4_000, waitMs: 8_000 };
const pollMs = 50;
const keyPattern = /^[\x21-\x7e]{1,200}$/;

export interface IdempotencyOptions {
  connection: Connection;
  secrets: HashSecrets;
  /** Tests shorten them. */
  times?: AttemptTimes;
}

/** Stores successful responses by Idempotency-Key for 24 hours. */
export function createIdempotency({
  connection,
  secrets,
  times: { heartbeatMs, stalledAfterMs, waitMs } = attemptTimes,
}: IdempotencyOptions): Idempotency {
  const rows = createIdempotencyRows(connection, secrets);
  const heartbeats = createAttemptHeartbeats({ connection, keptSeconds, heartbeatMs });
  const running = new AsyncLocalStorage<Running>();

  async function run<Result>(execution: Execution<Result>): Promise<StoredResponse> {
    const first = await rows.claim(execution.request);
    return first ? runAttempt(execution, first) : awaitFirst(execution);
  }

  /** Executes the work as one attempt, and stores its response unless its transaction did so. */
  async function runAttempt<Result>(execution: Execution<Result>, ref: AttemptRef): Promise<StoredResponse> {
    const { request, work, responseOf } = execution;
    const current: Attempt = { ref, responseOf, isStored: false };
    const stopHeartbeats = heartbeats.start(ref);
    try {
      const response = responseOf(await running.run({ name: nameOf(request), attempt: current }, work));
      if (!current.isStored) await rows.store(ref, response);
      return response;
    } catch (error) {
      if (error instanceof TakenOver) return await run(execution);
      await rows.release(ref);
      throw error;
    } finally {
      stopHeartbeats();
    }
  }

  /** Waits for the response of an earlier request, and takes over its key when it makes no progress. */
  async function awaitFirst<Result>(execution: Execution<Result>): Promise<StoredResponse> {
    const { request } = execution;
    const began = performance.now();
    const isStalled = createStallCheck(stalledAfterMs);
    while (performance.now() - began < waitMs) {
      const row = await rows.find(request);
      if (!row) return run(execution);
      if (!rows.hasBody(row, request.body)) throw new ProductError('IDEMPOTENCY_KEY_REUSED');
      if (row.answer) return row.answer;
      const next = isStalled(await heartbeats.markOf(row)) ? await rows.takeOver(row) : null;
      if (next) return runAttempt(execution, next);
      await pause(pollMs);
    }
    throw new ProductError('IN_PROGRESS', { retryAfterSeconds: 1 });
  }

  return {
    async prepare() {
      await rows.prepare();
      await heartbeats.prepare();
    },
    async once(request, work, responseOf) {
      assertKey(request);
      return repeatWhenBroken(connection, () => run({ request, work, responseOf }));
    },
    async named(request, work) {
      assertKey(request);
      return running.run({ name: nameOf(request), attempt: null }, () => repeatWhenBroken(connection, work));
    },
    async rememberResponse(session, outcome) {
      const current = running.getStore()?.attempt;
      if (!current) return;
      current.isStored = outcome !== null;
      if (!outcome) return;
      await rows.store(current.ref, current.responseOf(outcome.result), {
        session,
        ownerId: outcome.ownerId,
      });
    },
    requestName: () => running.getStore()?.name ?? null,
    forget: rows.forget,
  };
}

/** Returns a function that reports whether the mark of an attempt has stayed the same for too long. */
function createStallCheck(stalledAfterMs: number) {
  let seen = { mark: '', at: performance.now() };
  return (mark: string): boolean => {
    if (mark !== seen.mark) seen = { mark, at: performance.now() };
    return performance.now() - seen.at >= stalledAfterMs;
  };
}

function assertKey({ key }: Pick<IdempotentRequest, 'key'>): void {
  if (!keyPattern.test(key)) throw new ProductError('KEY_INVALID');
}

const nameOf = (request: NamedRequest) => createHash('sha256').update(idOf(request)).digest('hex');
