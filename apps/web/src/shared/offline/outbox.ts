import { localStore } from '../browser/storage.ts';
import { readList, writeList } from '../study/stored-list.ts';
import { openDatabase, type Database, type StoredEntry } from './database.ts';
import { localIdsIn, nameOf, type Queued } from './queued.ts';

/** Where earlier versions kept answers, and browsers without IndexedDB still do; also the lock under which one tab sends. */
export const keyOf = (userId: string) => `kumbuka.answers.${userId}`;
/** Tells the script of a page, which cannot wait for IndexedDB, that something is unsent. */
const flagOf = (userId: string) => `kumbuka.unsent.${userId}`;

/** What waits to be sent on this device, in the order in which it was made. */
export interface Outbox {
  userId: string;
  /** Resolves once what earlier visits left is known. */
  ready: Promise<void>;
  isReady: () => boolean;
  all: () => readonly Queued[];
  /** Stores an item; a promise where that takes time, which rejects when the storage is full. */
  add: (queued: Queued) => void | Promise<void>;
  drop: (queued: readonly Queued[]) => void | Promise<void>;
  /** Replaces the item of the same name. */
  replace: (queued: Queued) => void | Promise<void>;
  /** Drops an item whose sending gave ids to what was made on this device. */
  settle: (queued: Queued, ids: ReadonlyMap<string, string>) => void | Promise<void>;
  /** The server's ids of what was made on this device, by local id. */
  ids: () => ReadonlyMap<string, string>;
  /** Reads again what other tabs have stored or sent. */
  reload: () => Promise<void>;
  subscribe: (listener: () => void) => () => void;
}

const without = (queued: readonly Queued[], gone: readonly Queued[]) => {
  const names = new Set(gone.map(nameOf));
  return queued.filter((item) => !names.has(nameOf(item)));
};

/** In the browser's storage, for browsers without IndexedDB. Other tabs add to the same list. */
function createListOutbox(
  userId: string,
  notify: () => void,
): Omit<Outbox, 'subscribe' | 'ready' | 'isReady'> {
  const all = () => readList(keyOf(userId)) as Queued[];
  const ids = new Map<string, string>();
  const write = (queued: readonly Queued[]) => {
    writeList(keyOf(userId), queued);
    notify();
  };
  const drop = (queued: readonly Queued[]) => write(without(all(), queued));
  return {
    userId,
    all,
    add: (item) => write([...all(), item]),
    drop,
    replace: (item) => write(all().map((each) => (nameOf(each) === nameOf(item) ? item : each))),
    settle: (item, given) => {
      for (const [localId, id] of given) ids.set(localId, id);
      drop([item]);
    },
    ids: () => ids,
    reload: async () => {},
  };
}

type Row = StoredEntry & { writing?: Promise<unknown> };

const entryOf = (userId: string, queued: Queued): StoredEntry => ({ userId, version: 1, queued });

async function readRows(database: Database, userId: string): Promise<Row[]> {
  return database.getAllFromIndex('outbox', 'userId', userId);
}

/** Moves what an earlier version kept in the browser's storage, once, while no tab of that version sends. */
async function moveList(database: Database, userId: string) {
  const kept = readList(keyOf(userId)) as Queued[];
  if (kept.length === 0) return;
  const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
  const present = await transaction.store.index('userId').getAll(userId);
  const names = new Set(present.map(({ queued }) => nameOf(queued)));
  for (const queued of kept)
    if (!names.has(nameOf(queued))) await transaction.store.add(entryOf(userId, queued));
  await transaction.done;
  localStore.removeItem(keyOf(userId));
}

const underLock = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? navigator.locks.request(name, work) : work();

/** Tells other tabs of this browser that the outbox of a person has changed. */
function channelOf(userId: string, onChange: () => void) {
  if (!globalThis.BroadcastChannel) return () => {};
  const channel = new BroadcastChannel(`kumbuka.outbox.${userId}`);
  channel.addEventListener('message', ({ data }) => void (data === 'changed' && onChange()));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  return () => channel.postMessage('changed');
}

/**
 * In IndexedDB, with a copy in memory that the screens read. An item counts as stored once its transaction is complete;
 * until then this tab shows it already.
 */
function createRowOutbox(userId: string, database: Database, notify: () => void) {
  let rows: Row[] = [];
  /** Names of rows whose deletion is not complete. */
  const removing = new Set<string>();
  let ids: ReadonlyMap<string, string> = new Map();
  const mark = () => {
    if (rows.length > 0) localStore.setItem(flagOf(userId), String(rows.length));
    else localStore.removeItem(flagOf(userId));
    notify();
  };
  const reload = async () => {
    const [read, given] = await Promise.all([
      readRows(database, userId),
      database.getAllFromIndex('ids', 'userId', userId),
    ]);
    const names = new Set(read.map(({ queued }) => nameOf(queued)));
    const present = read.filter(({ queued }) => !removing.has(nameOf(queued)));
    rows = [...present, ...rows.filter(({ queued, writing }) => writing && !names.has(nameOf(queued)))];
    ids = new Map(given.map(({ localId, id }) => [localId, id]));
    mark();
  };
  const tell = channelOf(userId, () => void reload().catch(() => {}));

  async function write(work: (transaction: ReturnType<typeof begin>) => Promise<unknown>) {
    const transaction = begin();
    // A failure inside aborts the transaction, which `done` reports as well.
    await Promise.all([work(transaction), transaction.done]);
    tell();
  }
  const begin = () => database.transaction(['outbox', 'ids'], 'readwrite', { durability: 'strict' });

  const remove = async (queued: readonly Queued[], given: ReadonlyMap<string, string>) => {
    const names = queued.map(nameOf);
    const isGone = (row: Row) => names.includes(nameOf(row.queued));
    const gone = rows.filter(isGone);
    rows = rows.filter((row) => !isGone(row));
    ids = new Map([...ids, ...given]);
    names.forEach((name) => removing.add(name));
    mark();
    // A row has no place in the database before it is written.
    await Promise.allSettled(gone.map(async ({ writing }) => writing));
    await write(async (transaction) => {
      for (const { seq } of gone) if (seq !== undefined) await transaction.objectStore('outbox').delete(seq);
      for (const [localId, id] of given) await transaction.objectStore('ids').put({ userId, localId, id });
    });
    names.forEach((name) => removing.delete(name));
  };

  const outbox = {
    userId,
    all: () => rows.map(({ queued }) => queued),
    add: async (queued: Queued) => {
      const row: Row = entryOf(userId, queued);
      rows = [...rows, row];
      mark();
      row.writing = write(async (transaction) => {
        row.seq = await transaction.objectStore('outbox').add(entryOf(userId, queued));
      });
      await row.writing;
      delete row.writing;
    },
    drop: (queued: readonly Queued[]) => remove(queued, new Map()),
    replace: async (queued: Queued) => {
      const row = rows.find(({ queued: each }) => nameOf(each) === nameOf(queued));
      if (!row) return;
      row.queued = queued;
      rows = [...rows];
      mark();
      const { seq } = row;
      if (seq !== undefined)
        await write((transaction) =>
          transaction.objectStore('outbox').put({ ...entryOf(userId, queued), seq }),
        );
    },
    settle: (queued: Queued, given: ReadonlyMap<string, string>) => remove([queued], given),
    ids: () => ids,
    reload,
  };
  return { outbox, reload };
}

function createOutbox(userId: string): Outbox {
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());
  let used = createListOutbox(userId, notify);
  let isReady = !globalThis.indexedDB;
  const begin = async () => {
    const database = await openDatabase();
    if (database) {
      const { outbox, reload } = createRowOutbox(userId, database, notify);
      await underLock(keyOf(userId), () => moveList(database, userId));
      await reload();
      used = outbox;
    }
    isReady = true;
    notify();
  };
  return {
    userId,
    ready: isReady
      ? Promise.resolve()
      : begin().catch(() => {
          isReady = true;
          notify();
        }),
    isReady: () => isReady,
    all: () => used.all(),
    add: (queued) => used.add(queued),
    drop: (queued) => used.drop(queued),
    replace: (queued) => used.replace(queued),
    settle: (queued, ids) => used.settle(queued, ids),
    ids: () => used.ids(),
    reload: () => used.reload(),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const opened = new Map<string, Outbox>();

/** The outbox of a person in this tab. */
export function outboxOf(userId: string): Outbox {
  const outbox = opened.get(userId) ?? createOutbox(userId);
  opened.set(userId, outbox);
  return outbox;
}

const isOpen = (queued: Queued) => queued.kind !== 'change' || queued.refusal === undefined;

/** Items that wait for the network; items that wait for their learner are left out. */
export const waitingOf = (outbox: Outbox): Queued[] => outbox.all().filter(isOpen);

/** Changes that the server has refused and that their learner has not decided about. */
export const refusedOf = (outbox: Outbox) =>
  outbox
    .all()
    .filter((queued) => queued.kind === 'change')
    .filter(({ refusal }) => refusal !== undefined);

/**
 * What is sent next: answers up to the first other item, or that item. Leaves out what the server refused, and what
 * belongs to something that the server does not have.
 */
export function nextBatch(outbox: Outbox, maxAnswers: number): Queued[] {
  const known = outbox.ids();
  const open = waitingOf(outbox).filter((queued) =>
    localIdsIn(queued.kind === 'change' ? queued.variables : queued).every((id) => known.has(id)),
  );
  const end = open.findIndex(({ kind }) => kind !== 'answer');
  if (end === 0) return open.slice(0, 1);
  return open.slice(0, Math.min(end === -1 ? open.length : end, maxAnswers));
}
