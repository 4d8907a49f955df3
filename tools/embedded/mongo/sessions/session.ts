import type { Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import type { Engine } from '../storage/engine.ts';
import type { Transaction } from '../transactions.ts';

/** Client session with its newest transaction or retryable write. */
export interface Session {
  id: string;
  number: bigint;
  transaction?: Transaction | undefined;
  committed: boolean;
  /** Results of the applied statements of a retryable write. */
  statements: Map<number, Document>;
  /** Milliseconds on the monotonic clock. */
  lastUse: number;
  /** Resolves when the earlier commands of its transaction are done. */
  turn?: Promise<void> | undefined;
}

const NEVER = -1n;

/** Restores a session from its record on disk, if there is one. */
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

/** Starts a new transaction number. Aborts the transaction of the former one and drops its results. */
export function renew(engine: Engine, session: Session, number: bigint): void {
  if (session.transaction) engine.abort(session.transaction);
  session.transaction = undefined;
  session.number = number;
  session.committed = false;
  session.statements = new Map();
}
