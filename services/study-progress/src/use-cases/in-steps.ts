/** Finishes work that is done in steps. Other requests are served between them. */
export async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
