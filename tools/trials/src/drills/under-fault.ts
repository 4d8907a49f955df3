import { check, pause } from '../product/checks.ts';
import { show, spreadOf } from '../product/measure.ts';
import type { Call, Student } from '../product/student.ts';

/** Limits of every request while a store fails, with an allowance for a busy machine. */
const documentedMs = 5_000;
const allowedMs = 1.5 * documentedMs;
export const maxRecoveryMs = 15_000;
const quietMs = 1_500;

export const isDone = ({ status }: Call) => status >= 200 && status < 300;
/** Whether a response is allowed during a fault. 409: an earlier attempt with the same key is still running. */
export const isAllowed = (call: Call) =>
  isDone(call) || call.status === 409 || (call.status === 503 && call.hasRetryAfter);

/** Returns the calls since the last time and clears them. */
export const takeCalls = (students: readonly Student[]): Call[] =>
  students.flatMap(({ calls }) => calls.splice(0));

const countsOf = (calls: readonly Call[]) =>
  [...Map.groupBy(calls, ({ status }) => status)].map(
    ([status, { length }]) => `${length} x ${status || 'no response'}`,
  );

export function checkCalls(what: string, calls: readonly Call[], isFine: (call: Call) => boolean) {
  const times = calls.map(({ ms }) => ms);
  const { p50, p99 } = spreadOf(times);
  const slowest = Math.max(0, ...times);
  console.log(
    `       ${what}: ${countsOf(calls).join(', ')}; p50 ${show(p50)} ms, p99 ${show(p99)} ms, slowest ${show(slowest)} ms`,
  );
  const wrong = countsOf(calls.filter((call) => !isFine(call)));
  check(
    wrong.length === 0,
    `${what}: all responses are as promised${wrong.length > 0 ? `, but ${wrong}` : ''}`,
  );
  check(slowest < allowedMs, `${what}: the slowest took ${show(slowest)} ms (documented ${documentedMs})`);
}

/** Measures the milliseconds until no request is rejected any more. Also returns the calls meanwhile. */
export async function untilRecovered(students: readonly Student[]) {
  const began = performance.now();
  const calls: Call[] = [];
  let rejectedAt = began;
  while (performance.now() - rejectedAt < quietMs && performance.now() - began < maxRecoveryMs + quietMs) {
    const taken = takeCalls(students);
    if (!taken.every(isDone)) rejectedAt = performance.now();
    calls.push(...taken);
    await pause(20);
  }
  return { recoveredMs: Math.round(rejectedAt - began), calls };
}
