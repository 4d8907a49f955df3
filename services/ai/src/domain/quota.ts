import { generation, nextMonthAt, type Month } from '@kumbuka/contracts';
import { Paywall } from './errors.ts';

/** The ledger of one learner's month: what is reserved becomes committed or is released. */
export interface Quota {
  ownerId: number;
  month: Month;
  /** Generations that gave cards. */
  committed: number;
  /** Ids of generations that are running. */
  reserved: readonly number[];
  /** Raised by one with every change of what is used. */
  version: number;
}

export interface Usage {
  used: number;
  limit: number;
  /** Null without a limit. */
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

export interface Standing {
  subscribed: boolean;
  zone: string;
  at: Date;
}

export function usageOf(quota: Quota, { subscribed, zone, at }: Standing): Usage {
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

/** Counts a generation before it runs; throws Paywall when a learner without a subscription has none left. */
export function reserve(quota: Quota, generationId: number, standing: Standing): Quota {
  const usage = usageOf(quota, standing);
  if (usage.remaining === 0) throw new Paywall(usage);
  return { ...quota, reserved: [...quota.reserved, generationId], version: quota.version + 1 };
}

const without = (reserved: readonly number[], generationId: number) =>
  reserved.filter((id) => id !== generationId);

/** The generation gave cards; what is used stays the same. */
export function commit(quota: Quota, generationId: number): Quota {
  if (!quota.reserved.includes(generationId)) return quota;
  return { ...quota, committed: quota.committed + 1, reserved: without(quota.reserved, generationId) };
}

/** The generation failed and does not count. */
export function release(quota: Quota, generationId: number): Quota {
  if (!quota.reserved.includes(generationId)) return quota;
  return { ...quota, reserved: without(quota.reserved, generationId), version: quota.version + 1 };
}
