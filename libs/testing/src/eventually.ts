const pauseMs = 25;

/** Repeats a check until it passes; throws its last failure after `withinMs`. */
export async function eventually<Result>(
  check: () => Promise<Result> | Result,
  withinMs = 5_000,
): Promise<Result> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
