import { MongoError } from './errors.ts';
import { CURSOR_IDLE_MS, MAX_DOCUMENT } from './limits.ts';
import type { Projector } from './query/projection.ts';

/** What is left of a result; projected only when it is fetched. */
export type ResultSet = {
  namespace: string;
  documents: Uint8Array[];
  position: number;
  project?: Projector | undefined;
};

type Cursor = ResultSet & { id: bigint; session?: string | undefined; lastUse: number };

export type Batch = { documents: Uint8Array[]; id: bigint; namespace: string };

/** The next documents of a result, at most `size` of them and 16 MB. */
export function takeBatch(result: ResultSet, size: number): Uint8Array[] {
  const batch: Uint8Array[] = [];
  let bytes = 0;
  while (batch.length < size && result.position < result.documents.length) {
    const stored = result.documents[result.position]!;
    const document = result.project ? result.project(stored) : stored;
    bytes += document.length;
    if (batch.length > 0 && bytes > MAX_DOCUMENT) break;
    batch.push(document);
    result.position++;
  }
  return batch;
}

/** Results that clients fetch in several batches; unused ones are dropped after ten minutes. */
export function createCursors() {
  const cursors = new Map<bigint, Cursor>();
  let lastId = BigInt(Date.now()) << 20n;

  const isDone = ({ position, documents }: ResultSet) => position >= documents.length;

  /** The first batch, and a cursor for the rest unless the client wants only one batch. */
  function open(result: ResultSet, size: number, single: boolean, session?: string): Batch {
    const documents = takeBatch(result, size);
    const { namespace } = result;
    if (single || isDone(result)) return { documents, id: 0n, namespace };
    const id = ++lastId;
    cursors.set(id, { ...result, id, session, lastUse: Date.now() });
    return { documents, id, namespace };
  }

  function next(id: bigint, size: number, namespace: string): Batch {
    const cursor = cursors.get(id);
    if (!cursor) throw notFound(id);
    if (cursor.namespace !== namespace) {
      throw new MongoError(
        13,
        'Unauthorized',
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace`,
      );
    }
    cursor.lastUse = Date.now();
    const documents = takeBatch(cursor, size);
    if (!isDone(cursor)) return { documents, id, namespace };
    cursors.delete(id);
    return { documents, id: 0n, namespace };
  }

  function endSession(session: string): void {
    for (const cursor of cursors.values()) if (cursor.session === session) cursors.delete(cursor.id);
  }

  function sweep(now = Date.now()): void {
    for (const cursor of cursors.values()) {
      if (cursor.lastUse + CURSOR_IDLE_MS < now) cursors.delete(cursor.id);
    }
  }

  return {
    open,
    next,
    kill: (id: bigint) => cursors.delete(id),
    endSession,
    sweep,
    count: () => cursors.size,
  };
}

export type Cursors = ReturnType<typeof createCursors>;

const notFound = (id: bigint) => new MongoError(43, 'CursorNotFound', `cursor id ${id} not found`);
