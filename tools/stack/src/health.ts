import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 50;
const ANSWER_MS = 2_000;

/** Resolves when `GET /health/ready` of every address answers 200; rejects when the signal aborts. */
export async function untilReady(addresses: readonly string[], signal: AbortSignal): Promise<void> {
  await Promise.all(addresses.map((address) => untilAnswers(`${address}/health/ready`, signal)));
}

/** Resolves when a GET of the address answers 200; rejects when the signal aborts. */
export async function untilAnswers(address: string, signal: AbortSignal): Promise<void> {
  while (!(await answers(address))) await pause(POLL_MS, undefined, { signal });
}

async function answers(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}
