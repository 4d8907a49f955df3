/** How long a caller waits for the provider, in milliseconds. */
const briefMs = 2_500;

/** Result of the work, or `null` when it takes longer or fails; the work continues. */
export function awaitBriefly<Result>(work: Promise<Result>): Promise<Result | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), briefMs);
    work.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer));
  });
}
