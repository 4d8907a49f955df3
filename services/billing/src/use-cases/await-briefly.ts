/** How long a caller waits for the provider. */
const briefMs = 2_500;

/** The result of work, or null when it takes longer or fails; it goes on by itself. */
export function awaitBriefly<Result>(work: Promise<Result>): Promise<Result | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), briefMs);
    work.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer));
  });
}
