import type { Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import type { Engine } from '../storage/engine.ts';
import type { Transaction } from '../transactions.ts';

/** One client session: its newest transaction or retryable write. */
export interface Session {
  id: string;
  number: bigint;
  transaction?: Transaction | undefined;
  committed: boolean;
  /** Results of the statements of a retryable write that have been applied. */
  statements: Map<number, Document>;
  /** By the monotonic clock, ms. */
  lastUse: number;
  /** Resolves when the commands of its transaction that came so far are done. */
  turn?: Promise<void> | undefined;
}

const NEVER = -1n;

/** A session as its record on disk, if there is one, left it. */
export function restoreSession(id: string, record: Document | undefined): Session {
  const session: Session = {
    id,
    number: NEVER,
    committed: false,
    statements: new Map(),
    lastUse: 0,
  };
  if (!record) return session;
  session.number = record.number as bigint;
  session.committed = record.committed === true;
  for (const { at, result } of record.statements as { at: number; result: Document }[]) {
    session.statements.set(at, result);
  }
  return session;
}

export function encodeRecord({ number, committed, statements }: Session): Uint8Array {
  const list = [...statements].map(([at, result]) => ({ at, result }));
  return encode({ number, committed, statements: list });
}

/** Begins with the next number: what belonged to the former one is over. */
export function renew(engine: Engine, session: Session, number: bigint): void {
  if (session.transaction) engine.abort(session.transaction);
  session.transaction = undefined;
  session.number = number;
  session.committed = false;
  session.statements = new Map();
}
