/** Moments between a change and its event at which a crash is most dangerous. */
export const workCrashPoints = [
  'after-work-before-commit',
  'after-commit-before-answer',
  'after-commit-before-publish',
  'after-publish-before-mark',
  'after-effect-before-commit-offset',
] as const;

/** Moments of a deletion of users at which a crash is most dangerous. */
const deletionCrashPoints = [
  'after-users-marked-erased',
  'after-rows-deleted',
  'after-users-deleted-before-noted',
  'after-users-noted',
] as const;

export const crashPoints = [...workCrashPoints, ...deletionCrashPoints] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** Lets a trial end the process, or throw, at a crash point. */
export type CrashAt = (point: CrashPoint) => void;
