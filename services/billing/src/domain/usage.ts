import { generation } from '@kumbuka/contracts';

/** The prompts of one calendar month, as ai tells them. */
export interface Usage {
  /** YYYY-MM in the product's zone. */
  month: string;
  used: number;
  limit: number;
}

/** The same as it is kept. */
export interface UsageKept extends Usage {
  /** Of the learner's month, raised with every change. */
  version: number;
}

/** The same as an event tells it. */
export interface UsageTold extends UsageKept {
  ownerId: number;
}

const isSameMonth = (left: UsageKept, right: UsageKept): boolean =>
  left.month === right.month &&
  left.used === right.used &&
  left.limit === right.limit &&
  left.version === right.version;

export const isSameUsage = (left: UsageKept | null, right: UsageKept | null): boolean =>
  left && right ? isSameMonth(left, right) : left === right;

/** What is left of a month; prompts of another month count for nothing. */
export interface Allowance {
  used: number;
  limit: number;
  /** Null for who is not limited. */
  remaining: number | null;
}

export function allowanceOf(usage: Usage | null, month: string, isUnlimited: boolean): Allowance {
  const { used, limit } = usage?.month === month ? usage : { used: 0, limit: generation.promptsPerMonth };
  return { used, limit, remaining: isUnlimited ? null : Math.max(0, limit - used) };
}
