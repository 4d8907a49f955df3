import type { Check, Reading } from './commands/reading.ts';
import { MongoError } from './errors.ts';
import { CURSOR_IDLE_MS, MAX_DOCUMENT, SNAPSHOT_IDLE_MS } from './limits.ts';
import type { Projector } from './query/projection.ts';

/** What is left of a result: read, and projected, only when it is fetched. */
export interface ResultSet {
  namespace: string;
  /** Encoded documents; at each `undefined` the work can be laid down for others. */
  documents: Iterator<Uint8Array | undefined>;
  project?: Projector | undefined;
  /** Absent when the documents are there already. */
  reading?: Reading;
  isRisky?: boolean;
}

interface Cursor extends ResultSet {
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

export interface Batch {
  documents: Uint8Array[];
  id: bigint;
  namespace: string;
}

/** Takes the next documents, at most `size` of them and 16 MB; `next` of the cursor tells whether there are more. */
function* takeBatch(cursor: Cursor, size: number): Generator<undefined, Uint8Array[]> {
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

function* drain(cursor: Cursor): Generator<undefined, Uint8Array[]> {
  const rest: Uint8Array[] = [];
  for (let next = cursor.documents.next(); !next.done; next = cursor.documents.next()) {
    const stored = next.value;
    if (stored) rest.push(stored);
    else yield undefined;
  }
  return rest;
}

/** Results that clients fetch in several batches; unused ones are dropped after ten minutes. */
export function createCursors() {
  const cursors = new Map<bigint, Cursor>();
  let lastId = BigInt(Date.now()) << 20n;
  let settler: NodeJS.Timeout | undefined;

  const run = <T>(
    { reading, isRisky }: Cursor,
    steps: Generator<undefined, T>,
    check: Check,
  ): Promise<T> | T => (reading ? reading.run(steps, check, isRisky) : atOnce(steps));

  /** The first batch, and a cursor for the rest unless the client wants only one batch. */
  async function open(
    result: ResultSet,
    size: number,
    single: boolean,
    check: Check = () => undefined,
    session?: string,
  ): Promise<Batch> {
    const cursor: Cursor = { ...result, id: 0n, session, lastUse: now(), isBusy: false, isKilled: false };
    const { namespace } = result;
    const documents = await firstBatch(cursor, size, check);
    if (single || !cursor.next) {
      cursor.reading?.end();
      return { documents, id: 0n, namespace };
    }
    cursor.id = ++lastId;
    cursor.reading?.hold();
    cursors.set(cursor.id, cursor);
    if (cursor.reading) settler ??= setInterval(settleIdle, SNAPSHOT_IDLE_MS / 2).unref();
    return { documents, id: cursor.id, namespace };
  }

  async function firstBatch(cursor: Cursor, size: number, check: Check): Promise<Uint8Array[]> {
    try {
      return await run(cursor, takeBatch(cursor, size), check);
    } catch (error) {
      cursor.reading?.end();
      throw error;
    }
  }

  async function next(id: bigint, size: number, namespace: string, check: Check): Promise<Batch> {
    await cursors.get(id)?.settling;
    const cursor = cursors.get(id);
    if (!cursor) throw notFound(id);
    if (cursor.namespace !== namespace) throw otherNamespace(namespace);
    if (cursor.isBusy) throw inUse(id);
    const documents = await whileBusy(cursor, () => run(cursor, takeBatch(cursor, size), check));
    if (cursor.next) return { documents, id, namespace };
    kill(id);
    return { documents, id: 0n, namespace };
  }

  /** A cursor that has failed is of no more use. */
  async function whileBusy<T>(cursor: Cursor, work: () => Promise<T> | T): Promise<T> {
    cursor.isBusy = true;
    cursor.lastUse = now();
    try {
      const result = await work();
      if (cursor.isKilled) throw new MongoError(237, 'CursorKilled', 'cursor was killed');
      return result;
    } catch (error) {
      kill(cursor.id);
      throw error;
    } finally {
      cursor.isBusy = false;
    }
  }

  function kill(id: bigint): boolean {
    const cursor = cursors.get(id);
    if (!cursor) return false;
    cursor.isKilled = true;
    cursor.reading?.end();
    return cursors.delete(id);
  }

  /**
   * Reads to its end what nobody has asked for in a while, so that the states of that time need not be kept for it.
   */
  function settleIdle(): void {
    const idle = now() - SNAPSHOT_IDLE_MS;
    for (const cursor of cursors.values()) {
      if (cursor.reading && !cursor.isBusy && cursor.lastUse < idle)
        cursor.settling = settle(cursor).catch(() => undefined);
    }
    if ([...cursors.values()].some(({ reading }) => reading)) return;
    clearInterval(settler);
    settler = undefined;
  }

  async function settle(cursor: Cursor): Promise<void> {
    const { lastUse } = cursor;
    const rest = await whileBusy(cursor, () => run(cursor, drain(cursor), () => assertAlive(cursor)));
    cursor.reading?.end();
    delete cursor.reading;
    cursor.documents = rest.values();
    cursor.lastUse = lastUse;
  }

  function killWhere(test: (cursor: Cursor) => boolean): void {
    for (const cursor of cursors.values()) if (test(cursor)) kill(cursor.id);
  }

  return {
    open,
    next,
    kill,
    endSession: (session: string) => killWhere((cursor) => cursor.session === session),
    sweep: () => killWhere(({ lastUse }) => lastUse + CURSOR_IDLE_MS < now()),
    count: () => cursors.size,
    stop: () => {
      clearInterval(settler);
      killWhere(() => true);
    },
  };
}

export type Cursors = ReturnType<typeof createCursors>;

const now = (): number => performance.now();

function atOnce<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function assertAlive({ id, isKilled }: Cursor): void {
  if (isKilled) throw notFound(id);
}

const notFound = (id: bigint) => new MongoError(43, 'CursorNotFound', `cursor id ${id} not found`);

const inUse = (id: bigint) =>
  new MongoError(143, 'CursorInUse', `cursor id ${id} is already in use by another operation`);

const otherNamespace = (namespace: string) =>
  new MongoError(
    13,
    'Unauthorized',
    `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace`,
  );
