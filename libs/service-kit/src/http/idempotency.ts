import { ProductError } from '@kumbuka/contracts';
import { isDuplicateKey, prepareCollection } from '@kumbuka/event-bus';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import { createAttemptBeats } from './attempt-beats.ts';
import { canonicalJson } from './canonical-json.ts';

export interface StoredResponse {
  status: number;
  body: unknown;
}

export interface IdempotentRequest {
  /** Keys are scoped to operation and caller. */
  operation: string;
  /** User id, or the network address of an anonymous caller. */
  caller: number | string;
  /** The client's Idempotency-Key. */
  key: string;
  /** Request body; the same key with another body is rejected. */
  body: unknown;
}

type NamedRequest = Omit<IdempotentRequest, 'body'>;

export interface Idempotency {
  prepare(): Promise<void>;
  /**
   * Runs `work` once per operation, caller and key. A retry gets the stored response, another body a 422. A
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
  rememberResponse(session: ClientSession, outcome: { result: unknown } | null): Promise<void>;
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

interface Row {
  _id: string;
  /** Caller; the field keeps its original name in stored rows and indexes. */
  asker: string;
  bodyHash: string;
  answer: StoredResponse | null;
  /** Current attempt; only its response is accepted. */
  attempt: string;
  createdAt: Date;
}

/** One attempt of the work for a key, available to its transactions. */
interface Attempt {
  id: string;
  attempt: string;
  responseOf(result: unknown): StoredResponse;
  kept: StoredResponse | null;
}

/** Request with a key; without an attempt when its response is not stored. */
interface Running {
  name: string;
  attempt: Attempt | null;
}

/** Another attempt took over the key while this one made no progress; its work is rolled back. */
class TakenOver extends Error {
  constructor() {
    super('Another attempt took the Idempotency-Key over.');
    this.name = 'TakenOver';
  }
}

const keptSeconds = 24 * 3600;
/**
 * An attempt without a heartbeat for so long is dead. The waiting process measures it, so no clocks are
 * compared.
 */
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
  /**
   * Keys of the HMAC of bodies: a plain hash would reveal short values such as phone numbers. The first one hashes
   * new rows; rows of the others are accepted, so that a rotation refuses no repeat.
   */
  secrets: readonly [string, ...string[]];
}

/** Stores successful responses by Idempotency-Key for 24 hours. */
export function createIdempotency({ connection, secrets }: IdempotencyOptions): Idempotency {
  const hash = hashBy(secrets[0]);
  const isHashOf = (stored: string, body: unknown) =>
    secrets.some((secret) => stored === hashBy(secret)(body)) || stored === plainHash(body);
  const rows = () => connection.collection<Row>('idempotency_keys');
  const beats = createAttemptBeats(connection, keptSeconds);
  const running = new AsyncLocalStorage<Running>();

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

  /** Only one waiting request takes over, and only from the attempt that it observed. */
  async function takeOver({ _id, attempt }: Row): Promise<string | null> {
    const next = randomUUID();
    const taken = await rows().updateOne({ _id, attempt, answer: null }, { $set: { attempt: next } });
    return taken.modifiedCount === 1 ? next : null;
  }

  const store = async ({ id, attempt }: Attempt, response: StoredResponse, session?: ClientSession) => {
    const stored = await rows().updateOne(
      { _id: id, attempt, answer: null },
      { $set: { answer: response } },
      session ? { session } : {},
    );
    if (stored.matchedCount !== 1) throw new TakenOver();
  };

  async function settle<Result>(
    request: IdempotentRequest,
    attempt: string,
    work: () => Promise<Result>,
    responseOf: (result: Result) => StoredResponse,
  ): Promise<StoredResponse> {
    const id = idOf(request);
    const current: Attempt = { id, attempt, responseOf, kept: null };
    const stopBeating = beats.start({ _id: id, attempt });
    try {
      const response = responseOf(await running.run({ name: nameOf(request), attempt: current }, work));
      if (!current.kept) await store(current, response);
      return response;
    } catch (error) {
      if (error instanceof TakenOver) return await run(request, work, responseOf);
      await rows().deleteOne({ _id: id, attempt, answer: null });
      throw error;
    } finally {
      stopBeating();
    }
  }

  async function awaitFirst<Result>(
    request: IdempotentRequest,
    work: () => Promise<Result>,
    responseOf: (result: Result) => StoredResponse,
  ): Promise<StoredResponse> {
    const [id, began] = [idOf(request), performance.now()];
    let seen = { mark: '', at: began };
    while (performance.now() - began < patienceMs) {
      const row = await rows().findOne({ _id: id });
      if (!row) return run(request, work, responseOf);
      if (!isHashOf(row.bodyHash, request.body)) throw new ProductError('IDEMPOTENCY_KEY_REUSED');
      if (row.answer) return row.answer;
      const mark = await beats.markOf(row);
      if (mark !== seen.mark) seen = { mark, at: performance.now() };
      const attempt = performance.now() - seen.at >= stillMs ? await takeOver(row) : null;
      if (attempt) return settle(request, attempt, work, responseOf);
      await pause(pollMs);
    }
    throw new ProductError('IN_PROGRESS', { retryAfterSeconds: 1 });
  }

  async function run<Result>(
    request: IdempotentRequest,
    work: () => Promise<Result>,
    responseOf: (result: Result) => StoredResponse,
  ): Promise<StoredResponse> {
    const attempt = await claim(request);
    return attempt ? settle(request, attempt, work, responseOf) : awaitFirst(request, work, responseOf);
  }

  return {
    async prepare() {
      await prepareCollection(connection, 'idempotency_keys', [
        { key: { asker: 1 } },
        { key: { createdAt: 1 }, expireAfterSeconds: keptSeconds },
      ]);
      await beats.prepare();
    },
    async once(request, work, responseOf) {
      assertKey(request);
      return run(request, work, responseOf);
    },
    async named(request, work) {
      assertKey(request);
      return running.run({ name: nameOf(request), attempt: null }, work);
    },
    async rememberResponse(session, outcome) {
      const current = running.getStore()?.attempt;
      if (!current) return;
      current.kept = outcome && current.responseOf(outcome.result);
      if (current.kept) await store(current, current.kept, session);
    },
    requestName: () => running.getStore()?.name ?? null,
    async forget(caller) {
      await rows().deleteMany({ asker: String(caller) });
    },
  };
}

function assertKey({ key }: Pick<IdempotentRequest, 'key'>): void {
  if (!keyPattern.test(key)) throw new ProductError('KEY_INVALID');
}

const nameOf = (request: NamedRequest) => createHash('sha256').update(idOf(request)).digest('hex');

const idOf = ({ operation, caller, key }: NamedRequest) => `${operation}:${caller}:${key}`;
