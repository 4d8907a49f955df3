/** Where the end of a process hurts most. */
export const crashPoints = [
  'after-work-before-commit',
  'after-commit-before-answer',
  'after-commit-before-publish',
  'after-publish-before-mark',
  'after-effect-before-commit-offset',
  'after-users-buried',
  'after-rows-deleted',
  'after-users-deleted-before-noted',
  'after-users-noted',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** Lets a trial end the process, or throw, at a crash point. */
export type CrashAt = (point: CrashPoint) => void;
