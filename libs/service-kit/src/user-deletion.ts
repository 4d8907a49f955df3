import { deletionRoutes, type DeletedOfUser, type RowCounts } from '@kumbuka/contracts';
import type { CrashAt } from '@kumbuka/event-bus';
import type { ClientSession, Connection } from 'mongoose';
import { createDeletionLedger } from './deletion-ledger.ts';
import { inTransaction, isDuplicateKey } from './mongo.ts';
import { handle, type HandledRoute } from './routes.ts';

/** One kind of rows that a service holds of users. */
export interface UserRows {
  /** Its name in the receipt; left out for rows that nobody wants counted. */
  kind?: string;
  collection: string;
  /** The field that names the user. */
  owner: string;
  /** Which rows of the user, if not all. */
  only?: Record<string, unknown>;
  /** What is done to the rows where they stay; afterwards they must name nobody. */
  change?: Record<string, unknown>;
}

/** What a service holds of users and how it goes. */
export interface UserDeletion {
  /** In the order in which they go. */
  rows: readonly UserRows[];
  /**
   * First of all, within the transaction that notes the step: from then on nothing of the users is written any more.
   * May give counts of what went with it.
   */
  markErased(
    userIds: readonly number[],
    at: Date,
    session: ClientSession,
  ): Promise<Map<number, RowCounts> | void>;
  /** Around the transaction of `markErased`, where it would conflict with its like: lets one at a time pass. */
  inTurn?<Result>(work: () => Promise<Result>): Promise<Result>;
  /** What `markErased` would take. */
  countMarked?(userIds: readonly number[]): Promise<Map<number, RowCounts>>;
  /** Once no row is left, for what has none; repeats safely. */
  finish?(userId: number): Promise<void>;
}

interface Step {
  deletionId: string;
  userIds: readonly number[];
  dryRun: boolean;
  rows?: number | undefined;
}

export interface UserDeletionOptions {
  connection: Connection;
  now(): Date;
  crashAt: CrashAt;
}

const rowsAtOnce = 500;
/** After so long a step answers what it did by then. */
const stepMs = 3_000;

const plus = (one: RowCounts, other: RowCounts): RowCounts => {
  const sum = { ...one };
  for (const [kind, count] of Object.entries(other)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
};

const filterOf = ({ owner, only }: UserRows, userIds: readonly number[]) => ({
  ...only,
  [owner]: { $in: [...userIds] },
});

/** The rows that a service holds of users, without what is noted about them. */
function createUserRows(connection: Connection) {
  const collectionOf = ({ collection }: UserRows) => connection.collection(collection);
  return {
    count: (rows: UserRows, userId: number) => collectionOf(rows).countDocuments(filterOf(rows, [userId])),

    /** Spares a transaction where there is nothing. */
    hasSome: async (rows: UserRows, userIds: readonly number[]) =>
      (await collectionOf(rows).findOne(filterOf(rows, userIds), { projection: { _id: 1 } })) !== null,

    /** Deletes or changes some rows of one kind; gives how many of each user. */
    async takeSome(rows: UserRows, userIds: readonly number[], most: number, session: ClientSession) {
      const { owner, change } = rows;
      const found = await collectionOf(rows)
        .find(filterOf(rows, userIds), { session, projection: { [owner]: 1 } })
        .limit(most)
        .toArray();
      const these = { _id: { $in: found.map(({ _id }) => _id) } };
      if (found.length === 0) return new Map<number, number>();
      if (change) await collectionOf(rows).updateMany(these, change, { session });
      else await collectionOf(rows).deleteMany(these, { session });
      const byUser = Map.groupBy(found, (row) => Number(row[owner]));
      return new Map([...byUser].map(([userId, { length }]) => [userId, length]));
    },
  };
}

/**
 * Deletes what a service holds of users, step by step. What went is counted in the transaction in which it goes, in a
 * ledger: a step that is repeated, after a crash too, goes on where it was and answers the counts of all of them.
 */
export function createUserDeletion(
  deletion: UserDeletion,
  { connection, now, crashAt }: UserDeletionOptions,
) {
  const ledger = createDeletionLedger(connection);
  const { count, hasSome, takeSome } = createUserRows(connection);
  const counted = deletion.rows.filter(({ kind }) => kind !== undefined);
  const none = Object.fromEntries(counted.map(({ kind = '' }) => [kind, 0]));

  async function countAll(userIds: readonly number[]): Promise<DeletedOfUser[]> {
    const marked = await deletion.countMarked?.(userIds);
    return Promise.all(
      userIds.map(async (userId) => {
        const ofRows = await Promise.all(
          counted.map(async (rows) => ({ [rows.kind ?? '']: await count(rows, userId) })),
        );
        return { userId, counts: [marked?.get(userId) ?? {}, ...ofRows].reduce(plus, {}), done: true };
      }),
    );
  }

  async function markErased(deletionId: string, userIds: readonly number[], session: ClientSession) {
    const at = now();
    const marked = (await deletion.markErased(userIds, at, session)) ?? new Map<number, RowCounts>();
    const counts = userIds.map((userId) => [userId, plus(none, marked.get(userId) ?? {})] as const);
    await ledger.open(deletionId, new Map(counts), at, session);
  }

  /** Opens the ledger for users whom it does not know, in the transaction that marks them. */
  async function begin(step: Step): Promise<void> {
    const { deletionId, userIds } = step;
    const known = new Set((await ledger.find(deletionId, userIds)).map(({ userId }) => userId));
    const fresh = userIds.filter((userId) => !known.has(userId));
    if (fresh.length === 0) return;
    const work = () => inTransaction(connection, (session) => markErased(deletionId, fresh, session));
    const isFirst = await (deletion.inTurn?.(work) ?? work()).then(() => true, orFalseIfThere);
    // Somebody else began the same step meanwhile, with some of the users or all of them.
    if (!isFirst) return begin(step);
    crashAt('after-users-marked-erased');
  }

  /** Takes some rows of one kind and notes them, in one transaction; gives how many they were. */
  const takeNoted = (deletionId: string, userIds: readonly number[], rows: UserRows, most: number) =>
    inTransaction(connection, async (session) => {
      const byUser = await takeSome(rows, userIds, most, session);
      if (rows.kind !== undefined && byUser.size > 0)
        await ledger.add(deletionId, rows.kind, byUser, session);
      return [...byUser.values()].reduce((sum, each) => sum + each, 0);
    });

  /** True once nothing is left; stops when the time or the rows of this step are used up. */
  async function takeAll({ deletionId, rows: allowed = Infinity }: Step, userIds: readonly number[]) {
    const began = performance.now();
    let left = allowed;
    for (const rows of deletion.rows)
      for (let isMore = await hasSome(rows, userIds); isMore;) {
        if (left === 0 || performance.now() - began > stepMs) return false;
        const most = Math.min(left, rowsAtOnce);
        const took = await takeNoted(deletionId, userIds, rows, most);
        left -= took;
        // Nothing is added after the mark: less than was asked for is all there was.
        isMore = took === most;
        if (took > 0) crashAt('after-rows-deleted');
      }
    return true;
  }

  async function remove(step: Step): Promise<DeletedOfUser[]> {
    const { deletionId, userIds } = step;
    await begin(step);
    const steps = await ledger.find(deletionId, userIds);
    const open = steps.filter(({ done }) => !done).map(({ userId }) => userId);
    if (open.length > 0 && (await takeAll(step, open))) {
      await Promise.all(open.map(async (userId) => deletion.finish?.(userId)));
      await ledger.close(deletionId, open);
    }
    return ledger.find(deletionId, userIds);
  }

  return {
    prepare: ledger.prepare,
    step: (step: Step): Promise<DeletedOfUser[]> => (step.dryRun ? countAll(step.userIds) : remove(step)),
  };
}

function orFalseIfThere(error: unknown): false {
  if (isDuplicateKey(error)) return false;
  throw error;
}

/** The route by which admin asks a service for steps. */
export function deletionStepRoute(
  service: string,
  { step }: Pick<ReturnType<typeof createUserDeletion>, 'step'>,
): HandledRoute {
  const route = deletionRoutes.find(({ owner }) => owner === service);
  if (!route) throw new Error(`${service} has no route for deletions.`);
  return handle(
    route,
    ({ body }) => step(body),
    (users) => ({ users }),
  );
}
