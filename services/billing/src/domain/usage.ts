import { generation } from '@kumbuka/contracts';

/** Prompts of one calendar month, as published by ai. */
export interface Usage {
  /** YYYY-MM in the product's time zone. */
  month: string;
  used: number;
  limit: number;
}

/** Stored usage. */
export interface UsageKept extends Usage {
  /** Version of the learner's month, incremented by each change. */
  version: number;
}

/** Usage with its owner, from an event. */
export interface UsageUpdate extends UsageKept {
  ownerId: number;
}

const isSameMonth = (left: UsageKept, right: UsageKept): boolean =>
  left.month === right.month &&
  left.used === right.used &&
  left.limit === right.limit &&
  left.version === right.version;

export const isSameUsage = (left: UsageKept | null, right: UsageKept | null): boolean =>
  left && right ? isSameMonth(left, right) : left === right;

/** Remaining prompts of a month; prompts of other months do not count. */
export interface Allowance {
  used: number;
  limit: number;
  /** `null` for unlimited. */
  remaining: number | null;
}

export function allowanceOf(usage: Usage | null, month: string, isUnlimited: boolean): Allowance {
  const { used, limit } = usage?.month === month ? usage : { used: 0, limit: generation.promptsPerMonth };
  return { used, limit, remaining: isUnlimited ? null : Math.max(0, limit - used) };
}
