import type { ComparedRows, Rebuilding } from './rebuild-projection.ts';

/** Authoritative service, with one entry per user. Calls throw `Unavailable` when it is unreachable. */
interface Source<Entry extends { userId: number }> {
  /** A page of users ordered by id, with the cursor of the next page or `null`. */
  list(after: number): Promise<{ users: readonly Entry[]; next: number | null }>;
  read(userId: number): Promise<Entry>;
}

/** Learners of a service, including their copy of the source's data. */
interface Learners<Learner> {
  find(userId: number): Promise<Learner>;
}

export interface SourcedCopy<
  Entry extends { userId: number },
  Copy,
  Learner,
  Store extends Learners<Learner>,
> {
  name: string;
  source: Source<Entry>;
  learners: Store;
  transact(work: (unit: { learners: Store }) => Promise<void>): Promise<void>;
  /** Returns at most `limit` ids of learners with a copy, greater than `after`, in ascending order. */
  listCopied(after: number, limit: number): Promise<readonly number[]>;
  copyOf(learner: Learner): Copy;
  /** Derives a learner's copy from the entry of the source. */
  derive(learner: Learner, entry: Entry): Copy;
  isSame(left: Copy, right: Copy): boolean;
  /** Fields that are compared; `null` for an empty copy. */
  fieldsOf(copy: Copy): object | null;
  save(learners: Store, userId: number, copy: Copy): Promise<void>;
}

const usersAtOnce = 500;

/** Reads the source page by page, so that one request serves many users. */
function createReadAhead<Entry extends { userId: number }>({ list }: Source<Entry>) {
  let page = new Map<number, Entry>();
  return {
    async *listIds(): AsyncGenerator<number> {
      for (let after: number | null = 0; after !== null;) {
        const { users, next }: Awaited<ReturnType<typeof list>> = await list(after);
        page = new Map(users.map((entry) => [entry.userId, entry]));
        yield* page.keys();
        after = next;
      }
      page.clear();
    },
    /** Entry of a user on the current page; undefined for other users. */
    entryOnPage: (userId: number): Entry | undefined => page.get(userId),
  };
}

/**
 * Rebuilds data that a service copied from another service. It reads the learner's row first and the source second, so
 * that the source is at least as recent. A concurrent change of the row restarts the transaction.
 */
export function rebuildFromSource<
  Entry extends { userId: number },
  Copy,
  Learner,
  Store extends Learners<Learner>,
>(options: SourcedCopy<Entry, Copy, Learner, Store>): Rebuilding {
  const { name, source, learners, transact, copyOf, derive, isSame, fieldsOf, save } = options;
  const { listIds, entryOnPage } = createReadAhead(source);

  /** All users of the source, then users who only have a copy. */
  async function* owners(): AsyncGenerator<number> {
    const listed = new Set<number>();
    for await (const userId of listIds()) {
      listed.add(userId);
      yield userId;
    }
    const copiedAfter = (after: number) => options.listCopied(after, usersAtOnce);
    for (let ids = await copiedAfter(0); ids.length > 0; ids = await copiedAfter(ids.at(-1) ?? 0))
      yield* ids.filter((userId) => !listed.has(userId));
  }

  const readCopy = async (userId: number, learner: Learner) => derive(learner, await source.read(userId));

  function rowsOf(userId: number, copy: Copy): ComparedRows['live'] {
    const fields = fieldsOf(copy);
    return fields ? [{ id: `user:${userId}`, fields }] : [];
  }

  /** Compares a learner's copy with the source. A difference may stem from a stale page, so the source is read again. */
  async function compare(userId: number): Promise<ComparedRows> {
    const learner = await learners.find(userId);
    const live = copyOf(learner);
    const entry = entryOnPage(userId);
    const isLive = entry !== undefined && isSame(live, derive(learner, entry));
    const rebuilt = isLive ? live : await readCopy(userId, learner);
    return { live: rowsOf(userId, live), rebuilt: rowsOf(userId, rebuilt) };
  }

  const swap = (userId: number) =>
    transact(async (unit) => {
      const learner = await unit.learners.find(userId);
      const copy = await readCopy(userId, learner);
      if (!isSame(copyOf(learner), copy)) await save(unit.learners, userId, copy);
    });

  return { name, owners, compare, swap };
}
