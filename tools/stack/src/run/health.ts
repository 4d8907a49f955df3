import { setTimeout as pause } from 'node:timers/promises';

// The module as a whole also loads `fetch`, which takes longer than all the requests.
const { get } = process.getBuiltinModule('node:http');

const POLL_MS = 50;
const RESPONSE_MS = 2_000;

/** Resolves when `GET /health/ready` of every address returns 200; rejects when the signal aborts. */
export async function untilReady(addresses: readonly string[], signal: AbortSignal): Promise<void> {
  await Promise.all(addresses.map((address) => untilResponds(`${address}/health/ready`, signal)));
}

/** Resolves when a GET of the address returns 200; rejects when the signal aborts. */
export async function untilResponds(address: string, signal: AbortSignal): Promise<void> {
  while (!(await responds(address))) await pause(POLL_MS, undefined, { signal });
}

function responds(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(address, { agent: false, timeout: RESPONSE_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
}
