/** Rejects with `failure` when a promise is still pending after a timeout; its later result is ignored. */
export async function withTimeout<Result>(
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
