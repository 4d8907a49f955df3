/** As `AbortSignal.timeout`, which the oldest supported browsers lack. */
export function timeout(ms: number): AbortSignal {
  const over = new AbortController();
  setTimeout(() => over.abort(new DOMException('The operation timed out.', 'TimeoutError')), ms);
  return over.signal;
}
