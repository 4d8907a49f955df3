import type { Envelope } from '@kumbuka/contracts';
import type { CrashAt, Outbox } from '@kumbuka/event-bus';
import type { ClientSession, Connection } from 'mongoose';
import type { Idempotency } from './idempotency.ts';
import { inTransaction, isDuplicateKey } from './mongo.ts';

/** What every unit of work can do beside its stores. */
export interface Recorder<Event> {
  /** Events that are published once the work has committed. */
  record(events: readonly Event[]): void;
  /** Keeps the result for a repeat of this request by its Idempotency-Key, in the same transaction; gives it back. */
  rememberResponse<Result>(result: Result): Result;
}

/** Runs work in one transaction, again from the start after a conflict. */
export type Transact<Unit> = <Result>(work: (unit: Unit) => Promise<Result>) => Promise<Result>;

export interface TransactOptions<Stores, Event> {
  connection: Connection;
  outbox: Outbox;
  idempotency: Idempotency;
  /** The stores bound to a session. */
  storesIn(session: ClientSession): Stores;
  toEnvelope(event: Event): Envelope;
  /** Told of the events of each transaction that has committed. */
  onCommitted?(events: readonly Event[]): void;
  /** For trials: called where the end of the process hurts most. */
  crashAt?: CrashAt;
}

export interface Transactions<Unit> {
  /** Commits the work with its events and its answer, then wakes the relay. */
  transact: Transact<Unit>;
  /** The same inside a transaction that somebody else commits, such as the consumer's. */
  within(session: ClientSession): Transact<Unit>;
}

/** State, events and the answer for a repeat are saved together, or not at all. */
export function createTransactions<Stores extends object, Event>(
  options: TransactOptions<Stores, Event>,
): Transactions<Stores & Recorder<Event>> {
  const { connection, outbox, idempotency, storesIn, toEnvelope } = options;
  type Unit = Stores & Recorder<Event>;

  async function runIn<Result>(session: ClientSession, work: (unit: Unit) => Promise<Result>) {
    const recorded: Event[] = [];
    let answered: { result: unknown } | null = null;
    const recorder: Recorder<Event> = {
      record: (events) => void recorded.push(...events),
      rememberResponse: (result) => {
        answered = { result };
        return result;
      },
    };
    const result = await work({ ...storesIn(session), ...recorder });
    await outbox.append(session, recorded.map(toEnvelope));
    await idempotency.rememberResponse(session, answered);
    options.crashAt?.('after-work-before-commit');
    return { result, recorded };
  }

  return {
    async transact(work) {
      const once = () => inTransaction(connection, (session) => runIn(session, work));
      // A parallel transaction may have made the same row first; the second try sees it.
      const { result, recorded } = await once().catch((error: unknown) => {
        if (isDuplicateKey(error)) return once();
        throw error;
      });
      if (recorded.length > 0) outbox.nudge();
      options.onCommitted?.(recorded);
      options.crashAt?.('after-commit-before-answer');
      return result;
    },
    within: (session) => async (work) => (await runIn(session, work)).result,
  };
}
