const failuresToOpen = 5;
const openMs = 10_000;

/** Nobody is asked who did not answer five times in a row; one call tries again after ten seconds. */
export function createBreaker(monotonic: () => number = () => performance.now()) {
  let failures = 0;
  let closedAgainAt = 0;

  return {
    async guard<Result>(work: () => Promise<Result>): Promise<Result> {
      if (failures >= failuresToOpen && monotonic() < closedAgainAt)
        throw new Error('The provider has not answered for a while.');
      // Others go on waiting while this one tries.
      closedAgainAt = monotonic() + openMs;
      try {
        const result = await work();
        failures = 0;
        return result;
      } catch (error) {
        failures += 1;
        closedAgainAt = monotonic() + openMs;
        throw error;
      }
    },
  };
}
