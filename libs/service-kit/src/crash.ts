import { crashPoints, type CrashAt, type CrashPoint } from '@kumbuka/event-bus';
import { z } from 'zod';

/** Kills the process at the `times`-th pass of a crash point, or suspends it at every `times`-th pass. */
export interface Crash {
  point: CrashPoint;
  times: number;
  how: 'die' | 'stand-still';
}

/**
 * CRASH_AT for trials: `after-commit-before-answer`, `after-commit-before-answer:25` or
 * `after-commit-before-answer:25:stand-still`.
 */
export const crashConfig = z
  .preprocess(
    (text) => (typeof text === 'string' ? text.split(':') : text),
    z.tuple([
      z.enum(crashPoints),
      z.coerce.number().int().min(1).default(1),
      z.enum(['die', 'stand-still']).default('die'),
    ]),
  )
  .transform(([point, times, how]): Crash => ({ point, times, how }));

/** A suspended process continues after SIGCONT, so that a trial can kill other processes meanwhile. */
const endings: Record<Crash['how'], () => void> = {
  die: () => void process.kill(process.pid, 'SIGKILL'),
  'stand-still': () => void process.kill(process.pid, 'SIGSTOP'),
};

/** Counts passes of the crash point, and kills or suspends the process when due. */
export function createCrashAt(crash: Crash | undefined, perform = endings): CrashAt {
  let passed = 0;
  return (point) => {
    if (point !== crash?.point) return;
    passed += 1;
    if (passed % crash.times === 0) perform[crash.how]();
  };
}
