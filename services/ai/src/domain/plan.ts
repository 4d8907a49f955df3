/** A learner's subscription as billing has published it. */
export interface Plan {
  /** End of the last paid period; `null` without one. */
  paidUntil: Date | null;
  /** Latest instant at which billing found the subscription expired; `null` for never. */
  expiredAt: Date | null;
}

/** Plan as stored, with what decides about late events. */
export interface StoredPlan extends Plan {
  /** Version of the subscription that set the end; events of earlier versions no longer count. */
  paidVersion: number;
}

/** Change of a plan by one event. */
export type PlanChange =
  { kind: 'paid-until'; version: number; paidUntil: Date } | { kind: 'expired'; expiredAt: Date };

/** Current plan of a user, read from billing. */
export interface PlanUpdate extends Plan {
  userId: number;
  version: number;
}

export const noPlan: StoredPlan = { paidUntil: null, expiredAt: null, paidVersion: 0 };

/** Time before the end of a plan in which an expiry from billing is accepted, because our clock may be slow. */
const latestClockMs = 3_600_000;

/**
 * A subscription counts until its end. An expiry that billing published counts only shortly before the end: a much earlier
 * one came from a clock that was fast.
 */
export function isSubscribed({ paidUntil, expiredAt }: Plan, at: Date): boolean {
  if (paidUntil === null || paidUntil <= at) return false;
  const isNearItsEnd = paidUntil.getTime() - at.getTime() <= latestClockMs;
  return !(isNearItsEnd && expiredAt !== null && expiredAt >= paidUntil);
}

const later = (left: Date | null, right: Date | null): Date | null =>
  left === null || (right !== null && right > left) ? right : left;

/** Applies an event to a plan. The end is that of the latest version, so late and repeated events change nothing. */
export function applyChange(plan: StoredPlan, change: PlanChange): StoredPlan {
  if (change.kind === 'expired') return { ...plan, expiredAt: later(plan.expiredAt, change.expiredAt) };
  const { version, paidUntil } = change;
  return version < plan.paidVersion ? plan : { ...plan, paidUntil, paidVersion: version };
}

export const hasPlan = ({ paidUntil, expiredAt }: Plan): boolean => paidUntil !== null || expiredAt !== null;

/** Whether an expiry belongs to an earlier period. Billing no longer stores it, and it has no effect. */
const isEarlierEnd = (expiredAt: Date | null, { paidUntil }: Plan) =>
  expiredAt !== null && paidUntil !== null && expiredAt < paidUntil;

/** Rebuilds a plan from the current state in billing. An expiry of an earlier period stays, so that rows compare as equal. */
export const planBy = (update: PlanUpdate, plan: Plan): StoredPlan => ({
  paidUntil: update.paidUntil,
  paidVersion: update.version,
  expiredAt: update.expiredAt ?? (isEarlierEnd(plan.expiredAt, update) ? plan.expiredAt : null),
});

const isSameTime = (left: Date | null, right: Date | null) => left?.getTime() === right?.getTime();

export const isSamePlan = (left: Plan, right: Plan): boolean =>
  isSameTime(left.paidUntil, right.paidUntil) && isSameTime(left.expiredAt, right.expiredAt);
