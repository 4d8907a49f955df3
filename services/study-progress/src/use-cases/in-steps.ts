const stepMs = 20;

/** Finishes work that is done in steps. Other requests are served every 20 ms, however long a step takes. */
export async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < stepMs) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    began = performance.now();
  }
}
