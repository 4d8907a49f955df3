import type { UsageOfUser } from '@kumbuka/contracts';
import type { Learner } from '../domain/learner.ts';
import { isSameUsage, type UsageKept } from '../domain/usage.ts';
import type { Ports, UsageAhead, UsageReader } from './ports.ts';

type Needs = Pick<Ports, 'learners' | 'transact'> & { ai: UsageReader };

const usersAtOnce = 500;

/** Everybody who used prompts by ai's word, then whoever did by ours alone. */
export const listUsers = ({ learners }: Pick<Needs, 'learners'>, ahead: UsageAhead) =>
  ahead.listEverybody((after) => learners.listWithUsage(after, usersAtOnce));

/** Nothing is kept of who is gone. */
const shouldBe = ({ erasedAt }: Learner, { usage }: UsageOfUser): UsageKept | null =>
  erasedAt ? null : usage;

const rowsOf = (userId: number, usage: UsageKept | null) =>
  usage ? [{ id: `user:${userId}`, fields: usage }] : [];

/** What differs by the page at hand may have been told meanwhile: ai is asked once more. */
export const compareUsage =
  ({ learners, ai }: Needs, ahead: UsageAhead) =>
  async (userId: number) => {
    const learner = await learners.find(userId);
    const told = ahead.of(userId);
    const rebuilt =
      told && isSameUsage(learner.usage, shouldBe(learner, told))
        ? learner.usage
        : shouldBe(learner, await ai.read(userId));
    return { live: rowsOf(userId, learner.usage), rebuilt: rowsOf(userId, rebuilt) };
  };

/**
 * Makes the month of a user what ai says. Ai is asked after the row was read, so it knows all that the row knows; an
 * event that comes in between changes the row, and the transaction begins again.
 */
export const rebuildUsage =
  ({ transact, ai }: Needs) =>
  (userId: number): Promise<void> =>
    transact(async ({ learners }) => {
      const learner = await learners.find(userId);
      const rebuilt = shouldBe(learner, await ai.read(userId));
      if (!isSameUsage(learner.usage, rebuilt)) await learners.replaceUsage(userId, rebuilt);
    });
