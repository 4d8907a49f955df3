const PROGRESS_MS = 10_000;

/**
 * Waits for work and prints a progress line every ten seconds.
 * @template Result
 * @param {string} doing such as `installing`
 * @param {Promise<Result>} work
 * @param {(line: string) => void} say
 * @returns {Promise<{ result: Result, seconds: number }>}
 */
export async function withProgress(doing, work, say) {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  const ticker = setInterval(() => say(`  still ${doing}, ${seconds()} s`), PROGRESS_MS);
  try {
    return { result: await work, seconds: seconds() };
  } finally {
    clearInterval(ticker);
  }
}
