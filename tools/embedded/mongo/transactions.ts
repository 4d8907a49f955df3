import type { Document } from './bson/decode.ts';
import { noSuchTransaction } from './errors.ts';
import type { LiveIndex } from './index/live-index.ts';
import { TRANSACTION_LIFETIME_MS } from './limits.ts';
import type { Collection } from './storage/collection.ts';

/** A document as an open transaction has left it. */
export type Write = {
  rid: number;
  id: string;
  bytes: Uint8Array | null;
  document: Document | null;
  keys: Map<LiveIndex, string[]>;
};

export type Transaction = {
  /** Commits up to this one are visible to it. */
  seq: number;
  state: 'open' | 'committed' | 'aborted';
  writes: Map<Collection, Map<string, Write>>;
  reserved: { index: LiveIndex; key: string }[];
  startedAt: number;
  /** Resolves when it has been committed or aborted. */
  ended: Promise<void>;
  finish: () => void;
};

/** Keeps the open transactions; those older than a minute are aborted. */
export function createTransactions(onEnd: () => void) {
  const open = new Set<Transaction>();
  let reaper: NodeJS.Timeout | undefined;

  function begin(seq: number): Transaction {
    const { promise, resolve } = Promise.withResolvers<void>();
    const transaction: Transaction = {
      seq,
      state: 'open',
      writes: new Map(),
      reserved: [],
      startedAt: Date.now(),
      ended: promise,
      finish: resolve,
    };
    open.add(transaction);
    reaper ??= armReaper();
    return transaction;
  }

  function armReaper(): NodeJS.Timeout {
    return setInterval(reap, TRANSACTION_LIFETIME_MS / 4).unref();
  }

  function reap(): void {
    const expired = Date.now() - TRANSACTION_LIFETIME_MS;
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

  /** The oldest snapshot that somebody still reads. */
  function oldestSnapshot(): number {
    let oldest = Infinity;
    for (const { seq } of open) oldest = Math.min(oldest, seq);
    return oldest;
  }

  function stop(): void {
    clearInterval(reaper);
    for (const transaction of open) end(transaction, 'aborted');
  }

  return { begin, end, stop, oldestSnapshot, isAnyOpen: () => open.size > 0 };
}

export type Transactions = ReturnType<typeof createTransactions>;

export function assertOpen(transaction: Transaction): void {
  if (transaction.state === 'open') return;
  throw noSuchTransaction('Transaction has been aborted.');
}
