import type { Document } from './bson/decode.ts';
import { noSuchTransaction } from './errors.ts';
import type { LiveIndex, LockHolder } from './index/live-index.ts';
import { TRANSACTION_LIFETIME_MS } from './limits.ts';
import type { Collection } from './storage/collection.ts';

/** Uncommitted write of a document. */
export interface Write {
  rid: number;
  id: string;
  bytes: Uint8Array | null;
  document: Document | null;
  keys: Map<LiveIndex, string[]>;
}

export interface Transaction extends LockHolder {
  /** Newest commit that the transaction sees. */
  seq: number;
  state: 'open' | 'committed' | 'aborted';
  writes: Map<Collection, Map<string, Write>>;
  reserved: { index: LiveIndex; key: string }[];
  startedAt: number;
  finish: () => void;
}

/** Open transactions and snapshots in use. Aborts expired transactions. */
export function createTransactions(onEnd: () => void) {
  const open = new Set<Transaction>();
  const pins = new Set<{ seq: number }>();
  let reaper: NodeJS.Timeout | undefined;

  function begin(seq: number): Transaction {
    const { promise, resolve } = Promise.withResolvers<void>();
    const transaction: Transaction = {
      seq,
      state: 'open',
      writes: new Map(),
      reserved: [],
      startedAt: performance.now(),
      ended: promise,
      finish: resolve,
    };
    open.add(transaction);
    reaper ??= setInterval(reap, TRANSACTION_LIFETIME_MS / 4).unref();
    return transaction;
  }

  function reap(): void {
    const expired = performance.now() - TRANSACTION_LIFETIME_MS;
    for (const transaction of open) if (transaction.startedAt <= expired) end(transaction, 'aborted');
    if (open.size > 0) return;
    clearInterval(reaper);
    reaper = undefined;
  }

  function end(transaction: Transaction, state: 'committed' | 'aborted'): void {
    if (transaction.state !== 'open') return;
    transaction.state = state;
    open.delete(transaction);
    for (const [collection, writes] of transaction.writes) {
      for (const id of writes.keys()) collection.locks.delete(id);
    }
    for (const { index, key } of transaction.reserved) {
      if (index.reserved.get(key) === transaction) index.reserved.delete(key);
    }
    onEnd();
    transaction.finish();
  }

  /** Keeps the states visible to a snapshot until the returned function is called. */
  function pin(seq: number): () => void {
    const one = { seq };
    pins.add(one);
    return () => {
      if (pins.delete(one)) onEnd();
    };
  }

  /** Returns the oldest snapshot in use. */
  function oldestSnapshot(): number {
    let oldest = Infinity;
    for (const { seq } of open) oldest = Math.min(oldest, seq);
    for (const { seq } of pins) oldest = Math.min(oldest, seq);
    return oldest;
  }

  /** Aborts the open transactions that wrote to the collection. */
  function endWritersOf(collection: Collection): void {
    for (const transaction of open) if (transaction.writes.has(collection)) end(transaction, 'aborted');
  }

  function stop(): void {
    clearInterval(reaper);
    for (const transaction of open) end(transaction, 'aborted');
  }

  const isAnySnapshotOpen = (): boolean => open.size > 0 || pins.size > 0;

  return { begin, end, endWritersOf, pin, stop, oldestSnapshot, isAnySnapshotOpen };
}

export type Transactions = ReturnType<typeof createTransactions>;

export function assertOpen(transaction: Transaction): void {
  if (transaction.state === 'open') return;
  throw noSuchTransaction('Transaction has been aborted.');
}
