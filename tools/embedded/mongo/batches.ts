import type { Check, Reading } from './commands/reading.ts';
import { MAX_DOCUMENT } from './limits.ts';
import type { Projector } from './query/projection.ts';

/** Rest of a result, read and projected only when it is fetched. */
export interface ResultSet {
  namespace: string;
  /** Encoded documents; at each `undefined` the work can be laid down for others. */
  documents: Iterator<Uint8Array | undefined>;
  project?: Projector | undefined;
  /** Absent when the documents are there already. */
  reading?: Reading;
}

export interface Cursor extends ResultSet {
  id: bigint;
  session?: string | undefined;
  lastUse: number;
  /** One that has been taken out and did not fit, or was looked at to know whether there is one. */
  next?: Uint8Array | undefined;
  isBusy: boolean;
  isKilled: boolean;
  /** The rest is being read to its end. */
  settling?: Promise<void>;
}

/** Takes the next documents, at most `size` of them and 16 MB; `next` of the cursor tells whether there are more. */
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

/** All that is left, not yet projected. */
export function* drain(cursor: Cursor): Generator<undefined, Uint8Array[]> {
  const rest: Uint8Array[] = [];
  for (let next = cursor.documents.next(); !next.done; next = cursor.documents.next()) {
    const stored = next.value;
    if (stored) rest.push(stored);
    else yield undefined;
  }
  return rest;
}

/** Runs the steps to their end: in turns with others when the result is read by and by. */
export const runSteps = <T>(
  { reading }: Cursor,
  steps: Generator<undefined, T>,
  check: Check,
): Promise<T> | T => (reading ? reading.run(steps, check) : atOnce(steps));

function atOnce<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
