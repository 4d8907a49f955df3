import type { Transaction, Write } from '../transactions.ts';
import type { Collection } from './collection.ts';
import { stateAt } from './record.ts';

/** View of a command: the state at a point in time and, in a transaction, its own writes on top. */
export interface View {
  /** Newest visible commit. It stays the same when the command yields to others. */
  seq: number;
  transaction?: Transaction;
}

/** View of all commits. */
export const latest = (): View => ({ seq: Infinity });

export const ownWrites = (view: View, collection: Collection): Map<string, Write> | undefined =>
  view.transaction?.writes.get(collection);

/** Returns the document with the encoded `_id` as the view sees it. */
export function bytesOf(view: View, collection: Collection, id: string): Uint8Array | null {
  const own = ownWrites(view, collection)?.get(id);
  if (own) return own.bytes;
  const record = collection.records.get(id);
  return record ? stateAt(record, view.seq) : null;
}
