import type { Check, Reading } from './commands/reading.ts';
import { MAX_DOCUMENT } from './limits.ts';
import type { Projector } from './query/projection.ts';

/** Remaining documents of a result, read and projected when the client fetches them. */
export interface ResultSet {
  namespace: string;
  /** Encoded documents. At each `undefined` the reader may yield to other commands. */
  documents: Iterator<Uint8Array | undefined>;
  project?: Projector | undefined;
  /** Absent when all documents are already read. */
  reading?: Reading;
}

export interface Cursor extends ResultSet {
  id: bigint;
  session?: string | undefined;
  lastUse: number;
  /** Document that was read ahead: it did not fit into the batch, or it shows that the result has more. */
  next?: Uint8Array | undefined;
  isBusy: boolean;
  isKilled: boolean;
  /** Pending while the remaining documents are read into memory. */
  settling?: Promise<void>;
}

/** Takes at most `size` documents and 16 MB. Afterwards `next` of the cursor is set if there are more. */
export function* takeBatch(cursor: Cursor, size: number): Generator<undefined, Uint8Array[]> {
  const batch: Uint8Array[] = [];
  let bytes = 0;
  cursor.next ??= yield* nextDocument(cursor);
  while (batch.length < size && cursor.next) {
    bytes += cursor.next.length;
    if (batch.length > 0 && bytes > MAX_DOCUMENT) break;
    batch.push(cursor.next);
    cursor.next = yield* nextDocument(cursor);
  }
  return batch;
}

function* nextDocument({ documents, project }: Cursor): Generator<undefined, Uint8Array | undefined> {
  for (let next = documents.next(); !next.done; next = documents.next()) {
    const stored = next.value;
    if (stored) return project ? project(stored) : stored;
    yield undefined;
  }
  return undefined;
}

/** Reads all remaining documents without projecting them. */
export function* drain(cursor: Cursor): Generator<undefined, Uint8Array[]> {
  const rest: Uint8Array[] = [];
  for (let next = cursor.documents.next(); !next.done; next = cursor.documents.next()) {
    const stored = next.value;
    if (stored) rest.push(stored);
    else yield undefined;
  }
  return rest;
}

/** Runs the steps to their end. Yields to other commands when the result is read lazily. */
export const runSteps = <T>(
  { reading }: Cursor,
  steps: Generator<undefined, T>,
  check: Check,
): Promise<T> | T => (reading ? reading.run(steps, check) : runToEnd(steps));

function runToEnd<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
