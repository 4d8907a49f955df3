/** Resolves after `ms`, or rejects once the signal is aborted. */
export const wait = (ms: number, left: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(left.reason);
    };
    const timer = setTimeout(() => {
      left.removeEventListener('abort', leave);
      resolve();
    }, ms);
    if (left.aborted) leave();
    else left.addEventListener('abort', leave, { once: true });
  });
