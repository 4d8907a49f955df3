import { crashPoints, type CrashAt, type CrashPoint } from '@kumbuka/event-bus';
import { z } from 'zod';

/** The process is to die when it passes a crash point for the `times`-th time. */
export interface Crash {
  point: CrashPoint;
  times: number;
}

/** `after-commit-before-answer` or `after-commit-before-answer:25`; for trials. */
export const crashConfig = z
  .preprocess(
    (text) => (typeof text === 'string' ? text.split(':') : text),
    z.tuple([z.enum(crashPoints), z.coerce.number().int().min(1).default(1)]),
  )
  .transform(([point, times]): Crash => ({ point, times }));

const killThisProcess = () => void process.kill(process.pid, 'SIGKILL');

/** Counts how often the crash point is passed, and ends the process without a word when it is time. */
export function createCrashAt(crash: Crash | undefined, die: () => void = killThisProcess): CrashAt {
  let passed = 0;
  return (point) => {
    if (point !== crash?.point) return;
    passed += 1;
    if (passed === crash.times) die();
  };
}
