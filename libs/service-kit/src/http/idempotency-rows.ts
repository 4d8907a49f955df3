import { isDuplicateKey, prepareCollection } from '@kumbuka/event-bus';
import type { ClientSession, Connection } from 'mongoose';
import { randomUUID } from 'node:crypto';
import { repeatWhenBroken } from '../stores/repeat-when-broken.ts';
import { createBodyHash, type HashSecrets } from './body-hash.ts';

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
export type NamedRequest = Omit<IdempotentRequest, 'body'>;

interface Row {
  _id: string;
  /** Caller or owner of the response, for `forget`; the field keeps its original name in stored rows and indexes. */
  asker: string;
  bodyHash: string;
  answer: StoredResponse | null;
  /** Current attempt; only its response is accepted. */
  attempt: string;
  createdAt: Date;
}

/** One attempt at the work for a key. */
export type AttemptRef = Pick<Row, '_id' | 'attempt'>;

interface StoreOptions {
  session?: ClientSession;
  /** User with whose data the response is erased, if not the caller. */
  ownerId?: number | undefined;
}

/** Another attempt took over the key while this one made no progress; its work is rolled back. */
export class TakenOver extends Error {
  constructor() {
    super('Another attempt took the Idempotency-Key over.');
    this.name = 'TakenOver';
  }
}

export const keptSeconds = 24 * 3600;

/** Id of the row of a request. */
export const idOf = ({ operation, caller, key }: NamedRequest) => `${operation}:${caller}:${key}`;

/** Stored Idempotency-Keys: one row per key, with the current attempt and later its response. */
export function createIdempotencyRows(connection: Connection, secrets: HashSecrets) {
  const rows = () => connection.collection<Row>('idempotency_keys');
  const { hash, isHashOf } = createBodyHash(secrets);

  return {
    prepare: () =>
      prepareCollection(connection, 'idempotency_keys', [
        { key: { asker: 1 } },
        { key: { createdAt: 1 }, expireAfterSeconds: keptSeconds },
      ]),

    find: (request: NamedRequest) => rows().findOne({ _id: idOf(request) }),

    hasBody: (row: Row, body: unknown): boolean => isHashOf(row.bodyHash, body),

    /** Inserts the row of a new key; returns its first attempt, or `null` when the key exists. */
    async claim(request: IdempotentRequest): Promise<AttemptRef | null> {
      const first = { _id: idOf(request), attempt: randomUUID() };
      const [asker, bodyHash] = [String(request.caller), hash(request.body)];
      const row = { ...first, asker, bodyHash, answer: null, createdAt: new Date() };
      try {
        await repeatWhenBroken(connection, () => rows().insertOne(row));
        return first;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // An insertion whose response was lost is this request's own.
        return rows().findOne(first, { projection: { attempt: 1 } });
      }
    },

    /** Begins another attempt. Returns `null` when another request took over the observed attempt first. */
    async takeOver({ _id, attempt }: AttemptRef): Promise<AttemptRef | null> {
      const next = { _id, attempt: randomUUID() };
      const taken = await rows().updateOne(
        { _id, attempt, answer: null },
        { $set: { attempt: next.attempt } },
      );
      return taken.modifiedCount === 1 ? next : null;
    },

    /** Throws `TakenOver` when the attempt is no longer the current one. */
    async store(
      { _id, attempt }: AttemptRef,
      response: StoredResponse,
      { session, ownerId }: StoreOptions = {},
    ) {
      const update = { $set: { answer: response, ...(ownerId !== undefined && { asker: String(ownerId) }) } };
      const store = () =>
        rows().updateOne({ _id, attempt, answer: null }, update, session ? { session } : {});
      const stored = await (session ? store() : repeatWhenBroken(connection, store));
      if (stored.matchedCount !== 1) throw new TakenOver();
    },

    /** Frees the key after a failed attempt. */
    async release({ _id, attempt }: AttemptRef) {
      await repeatWhenBroken(connection, () => rows().deleteOne({ _id, attempt, answer: null }));
    },

    async forget(caller: number | string) {
      await rows().deleteMany({ asker: String(caller) });
    },
  };
}
