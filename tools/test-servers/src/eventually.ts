import { areServersReal } from './lender.ts';

const pauseMs = 25;
/** Real servers share the cores with the test; only embedded ones have timing guarantees. */
const leastMs = areServersReal ? 30_000 : 0;

/** Repeats a check until it passes. Throws its last failure after `withinMs`, by default what a busy machine may need. */
export async function eventually<Result>(
  check: () => Promise<Result> | Result,
  withinMs = 15_000,
): Promise<Result> {
  const end = Date.now() + Math.max(withinMs, leastMs);
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
