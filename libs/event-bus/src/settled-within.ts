/** What was asked for, or the failure once the milliseconds are over; what comes later is nobody's business. */
export async function settledWithin<Result>(
  ms: number,
  asked: Promise<Result>,
  failure: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(failure()), ms);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
