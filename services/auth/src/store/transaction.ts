import type { Envelope } from '@kumbuka/contracts';
import type { Outbox } from '@kumbuka/event-bus';
import { inTransaction } from '@kumbuka/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { Fact } from '../domain/facts.ts';
import type { Transact, Unit } from '../use-cases/unit.ts';
import { createAccountStore } from './account-store.ts';
import { createCodeStore } from './code-store.ts';
import { createMailStore } from './mail-store.ts';
import { createRevocationStore } from './revocation-store.ts';
import { createSessionStore } from './session-store.ts';
import { createTurnStore } from './turn-store.ts';

interface Needs {
  connection: Connection;
  outbox: Outbox;
  mailBox: SealedBox;
  eventOf(fact: Fact): Envelope;
}

/** The stores of one transaction, with the outbox: whatever is called on it carries the session. */
function unitIn({ connection, outbox, mailBox, eventOf }: Needs, session: ClientSession): Unit {
  const turns = createTurnStore(connection, session);
  return {
    accounts: createAccountStore(connection, session),
    codes: { ...createCodeStore(connection, session), forgetTurns: turns.forget },
    sessions: createSessionStore(connection, session),
    revocations: createRevocationStore(connection, session),
    mails: createMailStore(connection, mailBox, session),
    tell: (facts) => outbox.append(session, facts.map(eventOf)),
  };
}

/** Commits the work with its events, then wakes the relay. */
export function transactBy(needs: Needs): Transact {
  return async (work) => {
    const result = await inTransaction(needs.connection, (session) => work(unitIn(needs, session)));
    needs.outbox.nudge();
    return result;
  };
}
