const stepsPerTurn = 25;

/** Finishes work that is done in steps. Other requests are served after every 25 of them. */
export async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (let step = 1; ; step += 1) {
    const { done, value } = steps.next();
    if (done) return value;
    if (step % stepsPerTurn === 0) await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
