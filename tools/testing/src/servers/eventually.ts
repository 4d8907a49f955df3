import { areServersReal } from './lender.ts';

const pauseMs = 25;
/** Real servers get more time, because they share the cores with the test. */
const minWaitMs = areServersReal ? 30_000 : 0;

/** Repeats a check until it passes. Throws the last failure after `withinMs`, whose default allows for a busy machine. */
export async function eventually<Result>(
  check: () => Promise<Result> | Result,
  withinMs = 15_000,
): Promise<Result> {
  const end = Date.now() + Math.max(withinMs, minWaitMs);
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
