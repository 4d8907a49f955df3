/** How long one command may work before others get their turn, ms. */
export const SLICE_MS = 4;

const waiting: (() => void)[] = [];

/** Resolves in a later turn of the event loop; of several who wait, each turn lets one go on. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(wake);
  });
}

function wake(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(wake);
}
