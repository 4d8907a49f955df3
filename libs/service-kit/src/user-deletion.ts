import { deletionRoutes, type DeletedOfUser, type RowCounts } from '@kumbuka/contracts';
import { prepareCollection, type CrashAt } from '@kumbuka/event-bus';
import type { ClientSession, Connection } from 'mongoose';
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

interface StepRow {
  /** `deletionId:userId`. */
  _id: string;
  userId: number;
  counts: RowCounts;
  done: boolean;
  at: Date;
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
const keptSeconds = 30 * 24 * 3600;

const plus = (one: RowCounts, other: RowCounts): RowCounts => {
  const sum = { ...one };
  for (const [kind, count] of Object.entries(other)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
};

/**
 * Deletes what a service holds of users, step by step. What went is counted in the transaction in which it goes, in a
 * ledger: a step that is repeated, after a crash too, goes on where it was and answers the counts of all of them.
 */
export function createUserDeletion(
  deletion: UserDeletion,
  { connection, now, crashAt }: UserDeletionOptions,
) {
  const ledger = () => connection.collection<StepRow>('deletion_steps');
  const idOf = (deletionId: string, userId: number) => `${deletionId}:${userId}`;
  const filterOf = ({ owner, only }: UserRows, userIds: readonly number[]) => ({
    ...only,
    [owner]: { $in: [...userIds] },
  });
  const counted = deletion.rows.filter(({ kind }) => kind !== undefined);

  async function countOne(rows: UserRows, userId: number): Promise<RowCounts> {
    const count = await connection.collection(rows.collection).countDocuments(filterOf(rows, [userId]));
    return { [rows.kind ?? '']: count };
  }

  async function count(userIds: readonly number[]): Promise<DeletedOfUser[]> {
    const marked = (await deletion.countMarked?.(userIds)) ?? new Map<number, RowCounts>();
    return Promise.all(
      userIds.map(async (userId) => {
        const ofRows = await Promise.all(counted.map((rows) => countOne(rows, userId)));
        return { userId, counts: [marked.get(userId) ?? {}, ...ofRows].reduce(plus, {}), done: true };
      }),
    );
  }

  const stepsOf = ({ deletionId, userIds }: Step) =>
    ledger()
      .find({ _id: { $in: userIds.map((userId) => idOf(deletionId, userId)) } })
      .toArray();

  const none = Object.fromEntries(counted.map(({ kind = '' }) => [kind, 0]));

  async function markErased(deletionId: string, userIds: readonly number[], session: ClientSession) {
    const at = now();
    const marked = (await deletion.markErased(userIds, at, session)) ?? new Map<number, RowCounts>();
    const begun = userIds.map((userId) => ({
      _id: idOf(deletionId, userId),
      userId,
      counts: plus(none, marked.get(userId) ?? {}),
      done: false,
      at,
    }));
    await ledger().insertMany(begun, { session });
  }

  /** Notes the step of users that it is new for, together with their mark. */
  async function begin({ deletionId, ...step }: Step): Promise<void> {
    const known = new Set((await stepsOf({ deletionId, ...step })).map(({ userId }) => userId));
    const fresh = step.userIds.filter((userId) => !known.has(userId));
    if (fresh.length === 0) return;
    const work = () => inTransaction(connection, (session) => markErased(deletionId, fresh, session));
    const isFirst = await (deletion.inTurn?.(work) ?? work()).then(() => true, orFalseIfThere);
    // Somebody else began the same step meanwhile, with some of the users or all of them.
    if (!isFirst) return begin({ deletionId, ...step });
    crashAt('after-users-marked-erased');
  }

  /** Spares a transaction where there is nothing. */
  const hasSome = async (rows: UserRows, userIds: readonly number[]) =>
    (await connection
      .collection(rows.collection)
      .findOne(filterOf(rows, userIds), { projection: { _id: 1 } })) !== null;

  /** Takes some rows of one kind and counts them, in one transaction; gives how many they were. */
  const takeSome = (deletionId: string, userIds: readonly number[], rows: UserRows, most: number) =>
    inTransaction(connection, async (session) => {
      const { collection, owner, kind, change } = rows;
      const found = await connection
        .collection(collection)
        .find(filterOf(rows, userIds), { session, projection: { [owner]: 1 } })
        .limit(most)
        .toArray();
      if (found.length === 0) return 0;
      const these = { _id: { $in: found.map(({ _id }) => _id) } };
      if (change) await connection.collection(collection).updateMany(these, change, { session });
      else await connection.collection(collection).deleteMany(these, { session });
      if (kind !== undefined)
        await note(
          deletionId,
          kind,
          Map.groupBy(found, (row) => Number(row[owner])),
          session,
        );
      return found.length;
    });

  async function note(
    deletionId: string,
    kind: string,
    byUser: ReadonlyMap<number, readonly unknown[]>,
    session: ClientSession,
  ) {
    const operations = [...byUser].map(([userId, rows]) => ({
      updateOne: {
        filter: { _id: idOf(deletionId, userId) },
        update: { $inc: { [`counts.${kind}`]: rows.length } },
      },
    }));
    await ledger().bulkWrite(operations, { session });
  }

  /** True once nothing is left; stops when the time or the rows of this step are used up. */
  async function takeAll({ deletionId, rows: allowed = Infinity }: Step, userIds: readonly number[]) {
    const began = performance.now();
    let left = allowed;
    for (const rows of deletion.rows)
      for (let isMore = await hasSome(rows, userIds); isMore;) {
        if (left === 0 || performance.now() - began > stepMs) return false;
        const most = Math.min(left, rowsAtOnce);
        const took = await takeSome(deletionId, userIds, rows, most);
        left -= took;
        // Nothing is added after the mark: less than was asked for is all there was.
        isMore = took === most;
        if (took > 0) crashAt('after-rows-deleted');
      }
    return true;
  }

  async function remove(step: Step): Promise<DeletedOfUser[]> {
    await begin(step);
    const open = (await stepsOf(step)).filter(({ done }) => !done).map(({ userId }) => userId);
    if (open.length > 0 && (await takeAll(step, open))) {
      await Promise.all(open.map(async (userId) => deletion.finish?.(userId)));
      await ledger().updateMany(
        { _id: { $in: open.map((userId) => idOf(step.deletionId, userId)) } },
        { $set: { done: true } },
      );
    }
    return (await stepsOf(step)).map(({ userId, counts, done }) => ({ userId, counts, done }));
  }

  return {
    async prepare() {
      await prepareCollection(connection, 'deletion_steps', [
        { key: { at: 1 }, expireAfterSeconds: keptSeconds },
      ]);
    },
    step: (step: Step): Promise<DeletedOfUser[]> => (step.dryRun ? count(step.userIds) : remove(step)),
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
