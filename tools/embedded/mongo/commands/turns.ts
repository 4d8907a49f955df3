/** Time that a command may run before it yields to others, in milliseconds. */
export const SLICE_MS = 4;

const waiting: (() => void)[] = [];

/** Resolves in a later turn of the event loop. Each turn resumes only one waiting command. */
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
