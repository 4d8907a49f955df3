import type { DeletedOfUser, RowCounts } from '@kumbuka/contracts';
import { isDuplicateKey, type CrashAt } from '@kumbuka/event-bus';
import type { ClientSession, Connection } from 'mongoose';
import { createCount, plus } from './count-user-rows.ts';
import { createDeletionLedger } from './deletion-ledger.ts';
import { createUserRows, type UserRows } from './user-rows.ts';
import { inTransaction } from '../stores/in-transaction.ts';

/** User data of a service and how it is deleted. */
export interface UserDeletion {
  /** In the order of deletion. */
  rows: readonly UserRows[];
  /**
   * Runs first, in the transaction that records the step, and blocks all later writes for the users. May
   * return counts of what it removed.
   */
  markErased(
    userIds: readonly number[],
    at: Date,
    session: ClientSession,
  ): Promise<Map<number, RowCounts> | void>;
  /** Wraps the transaction of `markErased` where concurrent ones would conflict: one at a time. */
  inTurn?<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Counts what `markErased` would remove. */
  countMarked?(userIds: readonly number[]): Promise<Map<number, RowCounts>>;
  /** Runs when no row is left, for data outside of rows; idempotent. */
  finish?(userId: number): Promise<void>;
}

/** `markErased` of a service with a store of tombstones. */
export const eraseEach =
  (storeIn: (session: ClientSession) => { erase(userId: number, at: Date): Promise<void> }) =>
  async (userIds: readonly number[], at: Date, session: ClientSession): Promise<void> => {
    const store = storeIn(session);
    for (const userId of userIds) await store.erase(userId, at);
  };

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
/** Time budget of a step in milliseconds; it then returns its partial result. */
const stepMs = 3_000;

/**
 * Deletes a service's user data in steps. A ledger counts removed rows in the same transaction, so a repeated
 * step, even after a crash, continues and returns total counts.
 */
export function createUserDeletion(
  deletion: UserDeletion,
  { connection, now, crashAt }: UserDeletionOptions,
) {
  const ledger = createDeletionLedger(connection);
  const userRows = createUserRows(connection);
  const count = createCount(deletion, userRows);
  const none = Object.fromEntries(
    deletion.rows.flatMap(({ kind }) => (kind === undefined ? [] : [[kind, 0]])),
  );

  async function markErased(deletionId: string, userIds: readonly number[], session: ClientSession) {
    const at = now();
    const marked = (await deletion.markErased(userIds, at, session)) ?? new Map<number, RowCounts>();
    const counts = userIds.map((userId) => [userId, plus(none, marked.get(userId) ?? {})] as const);
    await ledger.open(deletionId, new Map(counts), at, session);
  }

  /** Opens the ledger for new users, in the transaction that marks them. */
  async function begin(step: Step): Promise<void> {
    const { deletionId, userIds } = step;
    const recorded = new Set((await ledger.find(deletionId, userIds)).map(({ userId }) => userId));
    const fresh = userIds.filter((userId) => !recorded.has(userId));
    if (fresh.length === 0) return;
    const work = () => inTransaction(connection, (session) => markErased(deletionId, fresh, session));
    const isFirst = await (deletion.inTurn?.(work) ?? work()).then(() => true, falseIfDuplicate);
    // A concurrent call began the same step for some or all of the users.
    if (!isFirst) return begin(step);
    crashAt('after-users-marked-erased');
  }

  /** Removes some rows of one kind and records them in one transaction; returns their number. */
  const removeSome = (deletionId: string, userIds: readonly number[], rows: UserRows, limit: number) =>
    inTransaction(connection, async (session) => {
      const byUser = await userRows.removeSome(rows, userIds, limit, session);
      if (rows.kind !== undefined && byUser.size > 0)
        await ledger.add(deletionId, rows.kind, byUser, session);
      return [...byUser.values()].reduce((sum, each) => sum + each, 0);
    });

  /** Returns true when nothing is left; stops when the time or row budget of this step is used up. */
  async function removeRows({ deletionId, rows: allowed = Infinity }: Step, userIds: readonly number[]) {
    const began = performance.now();
    let left = allowed;
    for (const rows of deletion.rows) {
      let isMore = await userRows.hasSome(rows, userIds);
      while (isMore) {
        if (left === 0 || performance.now() - began > stepMs) return false;
        const limit = Math.min(left, rowsAtOnce);
        const removed = await removeSome(deletionId, userIds, rows, limit);
        left -= removed;
        // Nothing is added after the mark, so a short batch was the last one.
        isMore = removed === limit;
        if (removed > 0) crashAt('after-rows-deleted');
      }
    }
    return true;
  }

  async function remove(step: Step): Promise<DeletedOfUser[]> {
    const { deletionId, userIds } = step;
    await begin(step);
    const steps = await ledger.find(deletionId, userIds);
    const open = steps.filter(({ done }) => !done).map(({ userId }) => userId);
    if (open.length > 0 && (await removeRows(step, open))) {
      await Promise.all(open.map(async (userId) => deletion.finish?.(userId)));
      await ledger.close(deletionId, open);
    }
    return ledger.find(deletionId, userIds);
  }

  return {
    prepare: ledger.prepare,
    step: (step: Step): Promise<DeletedOfUser[]> => (step.dryRun ? count(step.userIds) : remove(step)),
  };
}

function falseIfDuplicate(error: unknown): false {
  if (isDuplicateKey(error)) return false;
  throw error;
}
