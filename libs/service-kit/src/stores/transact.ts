import type { Envelope } from '@kumbuka/contracts';
import { isDuplicateKey, type CrashAt, type Outbox } from '@kumbuka/event-bus';
import type { ClientSession, Connection } from 'mongoose';
import type { Idempotency, Outcome } from '../http/idempotency.ts';
import type { Recorder, Transact, UnitOfWork } from '../ports.ts';
import { inTransaction } from './in-transaction.ts';

export interface TransactOptions<Stores, Event> {
  connection: Connection;
  outbox: Outbox;
  idempotency: Idempotency;
  /** Stores bound to a session. */
  storesIn(session: ClientSession): Stores;
  toEnvelope(event: Event): Envelope;
  /** Called with the events of each committed transaction. */
  onCommitted?(events: readonly Event[]): void;
  /** For trials: called at the most dangerous moments for a crash. */
  crashAt?: CrashAt;
}

export interface Transactions<Unit> {
  /** Commits the work with its events and response, then wakes the relay. */
  transact: Transact<Unit>;
  /** The same inside a transaction that the caller commits, such as the consumer's. */
  within(session: ClientSession): Transact<Unit>;
}

/** Saves state, events and stored response in one transaction. */
export function createTransactions<Stores extends object, Event>(
  options: TransactOptions<Stores, Event>,
): Transactions<UnitOfWork<Stores, Event>> {
  const { connection, outbox, idempotency, storesIn, toEnvelope } = options;
  type Unit = UnitOfWork<Stores, Event>;

  async function runIn<Result>(session: ClientSession, work: (unit: Unit) => Promise<Result>) {
    const recorded: Event[] = [];
    let outcome: Outcome | null = null;
    const recorder: Recorder<Event> = {
      record: (events) => void recorded.push(...events),
      rememberResponse: (result, ownerId) => {
        outcome = { result, ownerId };
        return result;
      },
    };
    const result = await work({ ...storesIn(session), ...recorder });
    await outbox.append(session, recorded.map(toEnvelope));
    await idempotency.rememberResponse(session, outcome);
    options.crashAt?.('after-work-before-commit');
    return { result, recorded };
  }

  return {
    async transact(work) {
      const once = () => inTransaction(connection, (session) => runIn(session, work));
      // A concurrent transaction may have inserted the same row; the second attempt sees it.
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
