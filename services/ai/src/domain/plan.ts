/** What billing has told of a learner's subscription; each only grows, so the order of events does not matter. */
export interface Plan {
  /** The latest end of a period that was paid for; null when there never was one. */
  paidUntil: Date | null;
  /** The latest instant at which billing found the subscription expired. */
  expiredAt: Date | null;
}

export const noPlan: Plan = { paidUntil: null, expiredAt: null };

/** A subscription counts while its end is in the future and nobody has said that it is over. */
export const isSubscribed = ({ paidUntil, expiredAt }: Plan, at: Date): boolean =>
  paidUntil !== null && paidUntil > at && !(expiredAt !== null && expiredAt >= paidUntil);

const later = (left: Date | null, right: Date | null): Date | null =>
  left === null || (right !== null && right > left) ? right : left;

/** What is known and what is told, each the later. */
export const laterPlan = (known: Plan, told: Plan): Plan => ({
  paidUntil: later(known.paidUntil, told.paidUntil),
  expiredAt: later(known.expiredAt, told.expiredAt),
});
