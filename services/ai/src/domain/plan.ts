/** A learner's subscription as billing has published it. */
export interface Plan {
  /** The latest end of a period that was paid for; null when there never was one. */
  paidUntil: Date | null;
  /** The latest instant at which billing found the subscription expired. */
  expiredAt: Date | null;
}

/** Plan by events. */
export interface StoredPlan extends Plan {
  /** Version of the subscription when a refund shortened it last; activations before it no longer count. */
  shortenedVersion: number;
}

/** Change by one event. */
export type PlanChange =
  | { kind: 'activated' | 'shortened'; version: number; paidUntil: Date }
  | { kind: 'expired'; expiredAt: Date };

/** The same as billing tells it when asked. */
export interface PlanUpdate extends Plan {
  userId: number;
}

export const noPlan: StoredPlan = { paidUntil: null, expiredAt: null, shortenedVersion: 0 };

/** How late our clock may be for billing's word to count before the end. */
const latestClockMs = 3_600_000;

/**
 * A subscription counts while its end is in the future. Shortly before it billing's word that it is over counts as well;
 * what was found over long before its end was found so by a clock that was ahead.
 */
export function isSubscribed({ paidUntil, expiredAt }: Plan, at: Date): boolean {
  if (paidUntil === null || paidUntil <= at) return false;
  const isNearItsEnd = paidUntil.getTime() - at.getTime() <= latestClockMs;
  return !(isNearItsEnd && expiredAt !== null && expiredAt >= paidUntil);
}

const later = (left: Date | null, right: Date | null): Date | null =>
  left === null || (right !== null && right > left) ? right : left;

/**
 * The plan after an event. Times only grow, except when a refund shortens the plan, so late and repeated events change
 * nothing.
 */
export function applyChange(plan: StoredPlan, change: PlanChange): StoredPlan {
  if (change.kind === 'expired') return { ...plan, expiredAt: later(plan.expiredAt, change.expiredAt) };
  const { kind, version, paidUntil } = change;
  if (version < plan.shortenedVersion) return plan;
  return kind === 'shortened'
    ? { ...plan, paidUntil, shortenedVersion: version }
    : { ...plan, paidUntil: later(plan.paidUntil, paidUntil) };
}

export const hasPlan = ({ paidUntil, expiredAt }: Plan): boolean => paidUntil !== null || expiredAt !== null;

/** The end of an earlier period stays: billing has forgotten it, and it decides nothing. */
const isEarlierEnd = (expiredAt: Date | null, { paidUntil }: Plan) =>
  expiredAt !== null && paidUntil !== null && expiredAt < paidUntil;

/** Plan rebuilt from billing's present state. */
export const planBy = (update: Plan, plan: Plan): Plan => ({
  paidUntil: update.paidUntil,
  expiredAt: update.expiredAt ?? (isEarlierEnd(plan.expiredAt, update) ? plan.expiredAt : null),
});

const isSameTime = (left: Date | null, right: Date | null) => left?.getTime() === right?.getTime();

export const isSamePlan = (left: Plan, right: Plan): boolean =>
  isSameTime(left.paidUntil, right.paidUntil) && isSameTime(left.expiredAt, right.expiredAt);
