/** Where the end of a process hurts most. */
export type CrashPoint =
  'after-commit-before-publish' | 'after-publish-before-mark' | 'after-effect-before-commit-offset';

/** Lets a trial end the process, or throw, at a crash point. */
export type CrashAt = (point: CrashPoint) => void;
