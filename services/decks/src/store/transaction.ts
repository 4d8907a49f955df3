import { inTransaction, isDuplicateKey } from '@kumbuka/service-kit';
import type { Outbox } from '@kumbuka/event-bus';
import type { ClientSession, Connection } from 'mongoose';
import type { Fact } from '../domain/facts.ts';
import type { Transact, Unit } from '../use-cases/unit.ts';
import { createCardStore } from './card-store.ts';
import { createDeckStore } from './deck-store.ts';
import { createLearnerStore } from './learner-store.ts';

interface Needs {
  connection: Connection;
  outbox: Outbox;
  eventOf(fact: Fact): Parameters<Outbox['append']>[1][number];
}

/** The stores of one transaction, with the outbox: whatever is called on it carries the session. */
export const unitOf =
  ({ connection, outbox, eventOf }: Needs) =>
  (session: ClientSession): Unit => ({
    decks: createDeckStore(connection, session),
    cards: createCardStore(connection, session),
    learners: createLearnerStore(connection, session),
    tell: (facts) => outbox.append(session, facts.map(eventOf)),
  });

/** Commits the work with its events, then wakes the relay. */
export function transactBy(needs: Needs): Transact {
  const unitIn = unitOf(needs);
  return async (work) => {
    const once = () => inTransaction(needs.connection, (session) => work(unitIn(session)));
    // A parallel transaction may have made the same row first; the second try sees it.
    const result = await once().catch((error: unknown) => {
      if (isDuplicateKey(error)) return once();
      throw error;
    });
    needs.outbox.nudge();
    return result;
  };
}
