import type { DeletedOfUser, RowCounts } from '@kumbuka/contracts';
import type { createUserRows, UserRows } from './user-rows.ts';

interface Countable {
  rows: readonly UserRows[];
  /** Counts what marking the users as erased would remove. */
  countMarked?(userIds: readonly number[]): Promise<Map<number, RowCounts>>;
}

/** Adds counts by kind. */
export const plus = (one: RowCounts, other: RowCounts): RowCounts => {
  const sum = { ...one };
  for (const [kind, count] of Object.entries(other)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
};

/** Returns a function that counts what a deletion would remove. */
export function createCount(deletion: Countable, { count }: ReturnType<typeof createUserRows>) {
  const countRows = async (userId: number): Promise<RowCounts> => {
    const counts = deletion.rows.map(async ({ kind, ...each }) =>
      kind === undefined ? {} : { [kind]: await count(each, userId) },
    );
    return (await Promise.all(counts)).reduce(plus, {});
  };
  return async (userIds: readonly number[]): Promise<DeletedOfUser[]> => {
    const marked = await deletion.countMarked?.(userIds);
    return Promise.all(
      userIds.map(async (userId) => ({
        userId,
        counts: plus(marked?.get(userId) ?? {}, await countRows(userId)),
        done: true,
      })),
    );
  };
}
