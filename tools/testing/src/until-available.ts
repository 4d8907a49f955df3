import { setTimeout as pause } from 'node:timers/promises';

const pauseMs = 100;
const timeoutMs = 5_000;

/** Response of REST, with its status, or body of REST or GraphQL, with its code. */
interface Response {
  status?: unknown;
  code?: unknown;
  errors?: unknown;
}

const isUnavailable = ({ status, code, errors }: Response): boolean =>
  status === 503 ||
  code === 'UNAVAILABLE' ||
  (Array.isArray(errors) && errors.some(({ extensions }) => extensions?.code === 'UNAVAILABLE'));

/**
 * Repeats a request while the service responds with 503 or UNAVAILABLE, for a few seconds; then returns that response. On
 * a stalled machine a store can miss the deadline of the service's probe. Tests about outages must not use it.
 */
export async function untilAvailable<Body extends Response>(
  send: () => Promise<Body>,
  withinMs = timeoutMs,
): Promise<Body> {
  const end = Date.now() + withinMs;
  for (;;) {
    const response = await send();
    if (!isUnavailable(response) || Date.now() >= end) return response;
    await pause(pauseMs);
  }
}
