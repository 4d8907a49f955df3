import { generation as rules, type UsageOfUser, type UsagePage } from '@kumbuka/contracts';
import { usedOf, type Quota } from '../domain/quota.ts';
import type { Ports } from './ports.ts';

/** More than one owner can have, so that every page advances. */
const monthsAtOnce = 2_000;

/** Usage as of the latest event of a month. */
const usageOf = (quota: Quota) => ({
  month: quota.month,
  used: usedOf(quota),
  limit: rules.promptsPerMonth,
  version: quota.version,
});

/** The latest month of each owner. Expects the order of owner and month. */
const latestOf = (quotas: readonly Quota[]): UsageOfUser[] =>
  [...new Map(quotas.map((quota) => [quota.ownerId, quota])).values()].map((quota) => ({
    userId: quota.ownerId,
    usage: usageOf(quota),
  }));

/**
 * A page of owners with their latest month. The last owner of a full page moves to the next page, because its months may
 * be incomplete.
 */
export const listUsage =
  ({ quotas }: Pick<Ports, 'quotas'>) =>
  async (after = 0): Promise<UsagePage> => {
    const found = await quotas.listAfter(after, monthsAtOnce);
    const users = latestOf(found);
    if (found.length < monthsAtOnce) return { users, next: null };
    const whole = users.slice(0, -1);
    return { users: whole, next: whole.at(-1)?.userId ?? null };
  };

export const readUsage =
  ({ quotas }: Pick<Ports, 'quotas'>) =>
  async (userId: number): Promise<UsageOfUser> => {
    const latest = await quotas.findLatest(userId);
    return { userId, usage: latest && usageOf(latest) };
  };
