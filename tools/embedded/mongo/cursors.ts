import { drain, runSteps, takeBatch, type Cursor, type ResultSet } from './batches.ts';
import type { Check } from './commands/reading.ts';
import { MongoError } from './errors.ts';
import { CURSOR_IDLE_MS, SNAPSHOT_IDLE_MS } from './limits.ts';

export interface Batch {
  documents: Uint8Array[];
  id: bigint;
  namespace: string;
}

async function firstBatch(cursor: Cursor, size: number, check: Check): Promise<Uint8Array[]> {
  try {
    return await runSteps(cursor, takeBatch(cursor, size), check);
  } catch (error) {
    cursor.reading?.end();
    throw error;
  }
}

/** Table of open cursors. */
function createTable() {
  const cursors = new Map<bigint, Cursor>();
  let lastId = BigInt(Date.now()) << 20n;

  function add(cursor: Cursor): bigint {
    cursor.id = ++lastId;
    cursors.set(cursor.id, cursor);
    return cursor.id;
  }
  function kill(id: bigint): boolean {
    const cursor = cursors.get(id);
    if (!cursor) return false;
    cursor.isKilled = true;
    cursor.reading?.end();
    return cursors.delete(id);
  }
  function killWhere(test: (cursor: Cursor) => boolean): void {
    for (const cursor of cursors.values()) if (test(cursor)) kill(cursor.id);
  }
  /** Runs work on a cursor and marks it busy. Closes a cursor that failed. */
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
  return {
    add,
    get: (id: bigint) => cursors.get(id),
    all: () => [...cursors.values()],
    kill,
    killWhere,
    whileBusy,
  };
}

type Table = ReturnType<typeof createTable>;

/** Reads idle cursors to their end, so that the store can drop the old versions of documents that they need. */
function createSettler({ all, whileBusy }: Table) {
  let timer: NodeJS.Timeout | undefined;

  async function settle(cursor: Cursor): Promise<void> {
    const { lastUse } = cursor;
    const rest = await whileBusy(cursor, () => runSteps(cursor, drain(cursor), () => assertAlive(cursor)));
    cursor.reading?.end();
    delete cursor.reading;
    cursor.documents = rest.values();
    cursor.lastUse = lastUse;
  }
  function settleIdle(): void {
    const idle = now() - SNAPSHOT_IDLE_MS;
    const read = all().filter(({ reading }) => reading);
    for (const cursor of read)
      if (!cursor.isBusy && cursor.lastUse < idle) cursor.settling = settle(cursor).catch(() => undefined);
    if (read.length === 0) stop();
  }
  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }
  return {
    watch: () => void (timer ??= setInterval(settleIdle, SNAPSHOT_IDLE_MS / 2).unref()),
    stop,
  };
}

/** Results that clients fetch in several batches. They expire after ten idle minutes. */
export function createCursors() {
  const table = createTable();
  const settler = createSettler(table);

  /** Returns the first batch, and a cursor for the rest unless the client requests only one batch. */
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
    cursor.reading?.hold();
    const id = table.add(cursor);
    if (cursor.reading) settler.watch();
    return { documents, id, namespace };
  }

  async function next(id: bigint, size: number, namespace: string, check: Check): Promise<Batch> {
    await table.get(id)?.settling;
    const cursor = table.get(id);
    if (!cursor) throw notFound(id);
    if (cursor.namespace !== namespace) throw otherNamespace(namespace);
    if (cursor.isBusy) throw inUse(id);
    const documents = await table.whileBusy(cursor, () => runSteps(cursor, takeBatch(cursor, size), check));
    if (cursor.next) return { documents, id, namespace };
    table.kill(id);
    return { documents, id: 0n, namespace };
  }

  return {
    open,
    next,
    kill: table.kill,
    endSession: (session: string) => table.killWhere((cursor) => cursor.session === session),
    sweep: () => table.killWhere(({ lastUse }) => lastUse + CURSOR_IDLE_MS < now()),
    stop: () => {
      settler.stop();
      table.killWhere(() => true);
    },
  };
}

export type Cursors = ReturnType<typeof createCursors>;

const now = (): number => performance.now();

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
