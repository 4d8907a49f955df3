import type { ComparedRows, Rebuilding } from './rebuild-projection.ts';

/** Authoritative service; calls throw `Unavailable` when it cannot be reached. */
interface Source<Word extends { userId: number }> {
  /** A page of users ordered by id, with the cursor of the next page or `null`. */
  list(after: number): Promise<{ users: readonly Word[]; next: number | null }>;
  read(userId: number): Promise<Word>;
}

/** Learners of a service, including their copy of the source's data. */
interface Learners<Learner> {
  find(userId: number): Promise<Learner>;
}

export interface SourcedCopy<
  Word extends { userId: number },
  Copy,
  Learner,
  Store extends Learners<Learner>,
> {
  name: string;
  source: Source<Word>;
  learners: Store;
  transact(work: (unit: { learners: Store }) => Promise<void>): Promise<void>;
  /** Ids of learners with a copy, after an id, in order. */
  listCopied(after: number, most: number): Promise<readonly number[]>;
  copyOf(learner: Learner): Copy;
  /** Derives a learner's copy from the source's data. */
  derive(learner: Learner, word: Word): Copy;
  isSame(left: Copy, right: Copy): boolean;
  /** Fields that are compared; `null` for an empty copy. */
  fieldsOf(copy: Copy): object | null;
  save(learners: Store, userId: number, copy: Copy): Promise<void>;
}

const usersAtOnce = 500;

/** Reads the source page by page: one request for many users. */
function createReadAhead<Word extends { userId: number }>({ list }: Source<Word>) {
  let page = new Map<number, Word>();
  return {
    async *listIds(): AsyncGenerator<number> {
      for (let after: number | null = 0; after !== null;) {
        const { users, next }: Awaited<ReturnType<typeof list>> = await list(after);
        page = new Map(users.map((word) => [word.userId, word]));
        yield* page.keys();
        after = next;
      }
      page.clear();
    },
    /** Undefined when the current page does not contain the user. */
    wordOn: (userId: number): Word | undefined => page.get(userId),
  };
}

/**
 * Rebuilds data that a service copied from another one. The source is read after the row, so it is at least
 * as recent; a concurrent change of the row restarts the transaction.
 */
export function rebuildFromSource<
  Word extends { userId: number },
  Copy,
  Learner,
  Store extends Learners<Learner>,
>(options: SourcedCopy<Word, Copy, Learner, Store>): Rebuilding {
  const { name, source, learners, transact, copyOf, derive, isSame, fieldsOf, save } = options;
  const { listIds, wordOn } = createReadAhead(source);

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

  /** A difference may stem from a stale page, so the source is read again. */
  async function compare(userId: number): Promise<ComparedRows> {
    const learner = await learners.find(userId);
    const live = copyOf(learner);
    const word = wordOn(userId);
    const isLive = word !== undefined && isSame(live, derive(learner, word));
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
