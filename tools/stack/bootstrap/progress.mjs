const PROGRESS_MS = 10_000;

/**
 * Waits for work, prints a progress line every ten seconds, and returns the seconds that the work took.
 * @param {string} doing such as `installing`
 * @param {Promise<void>} work
 * @param {(line: string) => void} say
 * @returns {Promise<number>}
 */
export async function withProgress(doing, work, say) {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  const ticker = setInterval(() => say(`  still ${doing}, ${seconds()} s`), PROGRESS_MS);
  try {
    await work;
    return seconds();
  } finally {
    clearInterval(ticker);
  }
}
