import type { ComparedRows, Rebuilding } from './rebuild-projection.ts';

/** The service whose word holds; both throw Unavailable when it is away. */
interface Source<Word extends { userId: number }> {
  /** Users after one of them, by id, and the one to go on after; null at the end. */
  list(after: number): Promise<{ users: readonly Word[]; next: number | null }>;
  read(userId: number): Promise<Word>;
}

/** Where the learners of a service are kept, their copy of the source's word among the rest. */
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
  /** Ids of those of whom a copy is kept, after one of them, in order. */
  listCopied(after: number, most: number): Promise<readonly number[]>;
  copyOf(learner: Learner): Copy;
  /** The copy as it should be of a learner by the source's word. */
  derive(learner: Learner, word: Word): Copy;
  isSame(left: Copy, right: Copy): boolean;
  /** What is compared; null for a copy of nothing. */
  fieldsOf(copy: Copy): object | null;
  save(learners: Store, userId: number, copy: Copy): Promise<void>;
}

const usersAtOnce = 500;

/** Reads the source by the page: one question for many users to compare. */
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
    /** Undefined when the page at hand does not hold it. */
    wordOn: (userId: number): Word | undefined => page.get(userId),
  };
}

/**
 * Makes again what a service copied of learners from another. The source is asked after the row was read, so it knows
 * all that the row knows; what comes in between changes the row, and the transaction begins again.
 */
export function rebuildFromSource<
  Word extends { userId: number },
  Copy,
  Learner,
  Store extends Learners<Learner>,
>(options: SourcedCopy<Word, Copy, Learner, Store>): Rebuilding {
  const { name, source, learners, transact, copyOf, derive, isSame, fieldsOf, save } = options;
  const { listIds, wordOn } = createReadAhead(source);

  /** Everybody of the source, then whoever has a copy without; each once. */
  async function* owners(): AsyncGenerator<number> {
    const known = new Set<number>();
    for await (const userId of listIds()) {
      known.add(userId);
      yield userId;
    }
    const copiedAfter = (after: number) => options.listCopied(after, usersAtOnce);
    for (let ids = await copiedAfter(0); ids.length > 0; ids = await copiedAfter(ids.at(-1) ?? 0))
      yield* ids.filter((userId) => !known.has(userId));
  }

  const readCopy = async (userId: number, learner: Learner) => derive(learner, await source.read(userId));

  function rowsOf(userId: number, copy: Copy): ComparedRows['live'] {
    const fields = fieldsOf(copy);
    return fields ? [{ id: `user:${userId}`, fields }] : [];
  }

  /** What differs by the page at hand may have changed meanwhile: the source is asked once more. */
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
