/** Result of the work, or the given failure after a timeout; later results are ignored. */
export async function settledWithin<Result>(
  ms: number,
  pending: Promise<Result>,
  failure: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(failure()), ms);
  });
  try {
    return await Promise.race([pending, late]);
  } finally {
    clearTimeout(timer);
  }
}
