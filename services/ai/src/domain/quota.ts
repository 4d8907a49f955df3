import { generation, nextMonthAt, type Month } from '@kumbuka/contracts';
import { Paywall } from './errors.ts';

/** Prompts of a learner in one month. A reserved prompt is later committed or released. */
export interface Quota {
  ownerId: number;
  month: Month;
  /** Number of generations that made cards. */
  committed: number;
  /** Ids of running generations. */
  reserved: readonly number[];
  /** Incremented whenever the number of used prompts changes. */
  version: number;
}

export interface Usage {
  used: number;
  limit: number;
  /** `null` without a limit. */
  remaining: number | null;
  unlimited: boolean;
  month: Month;
  resetsAt: Date;
}

export const emptyQuota = (ownerId: number, month: Month): Quota => ({
  ownerId,
  month,
  committed: 0,
  reserved: [],
  version: 0,
});

export const usedOf = ({ committed, reserved }: Quota): number => committed + reserved.length;

export interface QuotaContext {
  subscribed: boolean;
  zone: string;
  at: Date;
}

export function usageOf(quota: Quota, { subscribed, zone, at }: QuotaContext): Usage {
  const [used, limit] = [usedOf(quota), generation.promptsPerMonth];
  return {
    used,
    limit,
    remaining: subscribed ? null : Math.max(0, limit - used),
    unlimited: subscribed,
    month: quota.month,
    resetsAt: nextMonthAt(at, zone),
  };
}

/** Reserves a prompt before a generation runs. Throws `Paywall` when a learner without a subscription has none left. */
export function reserve(quota: Quota, generationId: number, context: QuotaContext): Quota {
  const usage = usageOf(quota, context);
  if (usage.remaining === 0) throw new Paywall(usage);
  return { ...quota, reserved: [...quota.reserved, generationId], version: quota.version + 1 };
}

const without = (reserved: readonly number[], generationId: number) =>
  reserved.filter((id) => id !== generationId);

/** Commits the prompt of a generation that made cards. The number of used prompts stays the same. */
export function commit(quota: Quota, generationId: number): Quota {
  if (!quota.reserved.includes(generationId)) return quota;
  return { ...quota, committed: quota.committed + 1, reserved: without(quota.reserved, generationId) };
}

/** Releases the prompt of a failed generation. */
export function release(quota: Quota, generationId: number): Quota {
  if (!quota.reserved.includes(generationId)) return quota;
  return { ...quota, reserved: without(quota.reserved, generationId), version: quota.version + 1 };
}
