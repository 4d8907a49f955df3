/** Steps of a new user after signing up. */
export const funnelSteps = ['verified', 'studied', 'returned'] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** Users who signed up in a period, and how many of them reached each step. */
export interface FunnelCounts extends Record<FunnelStep, number> {
  signedUp: number;
  /** Signed up long enough ago to have returned. */
  weekOld: number;
}

const dayMs = 86_400_000;
/** Time after signing up from which an activity counts as a return. */
const returnMs = 7 * dayMs;

/** What the funnel reads of a user. */
export interface NewUser {
  id: number;
  createdAt: Date;
  isVerified: boolean;
  answers: number;
  lastSeenAt: Date | null;
}

const weekAfter = ({ createdAt }: NewUser) => createdAt.getTime() + returnMs;
const conditions: Record<FunnelStep, (user: NewUser) => boolean> = {
  verified: ({ isVerified }) => isVerified,
  studied: ({ answers }) => answers > 0,
  returned: (user) => user.lastSeenAt !== null && user.lastSeenAt.getTime() >= weekAfter(user),
};

/** Whether a user reached a step; every user signed up. */
export const hasReached = (user: NewUser, step: FunnelStep | undefined): boolean =>
  step === undefined || conditions[step](user);

/** Counts the steps of users. */
export function funnelOf(users: readonly NewUser[], now: Date): FunnelCounts {
  const reached = (step: FunnelStep) => users.filter(conditions[step]).length;
  return {
    signedUp: users.length,
    verified: reached('verified'),
    studied: reached('studied'),
    weekOld: users.filter((user) => weekAfter(user) <= now.getTime()).length,
    returned: reached('returned'),
  };
}

/** Time from which users signed up, and before which; absent for no end. */
export interface SignUpPeriod {
  from: Date;
  to?: Date;
}

/** Returns the last days, and as many days before them. */
export function periodsOf(days: number, now: Date): { now: SignUpPeriod; before: SignUpPeriod } {
  const from = new Date(now.getTime() - days * dayMs);
  return { now: { from }, before: { from: new Date(from.getTime() - days * dayMs), to: from } };
}
