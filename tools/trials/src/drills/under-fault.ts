import { check, pause } from '../checks.ts';
import { show, spreadOf } from '../measure.ts';
import type { Call, Student } from '../student.ts';

/** Promises for every call while a store fails, and the allowance for a busy machine. */
const promisedMs = 2_000;
const allowedMs = 3 * promisedMs;
export const healsWithinMs = 15_000;
const quietMs = 1_500;

export const isDone = ({ status }: Call) => status >= 200 && status < 300;
/** 409: an earlier try with the same key is still under way. */
export const isFair = (call: Call) =>
  isDone(call) || call.status === 409 || (call.status === 503 && call.isAdvised);

/** The calls since it was looked at last. */
export const takeCalls = (students: readonly Student[]): Call[] =>
  students.flatMap(({ calls }) => calls.splice(0));

const countsOf = (calls: readonly Call[]) =>
  [...Map.groupBy(calls, ({ status }) => status)].map(
    ([status, { length }]) => `${length} x ${status || 'no answer'}`,
  );

export function judge(what: string, calls: readonly Call[], isFine: (call: Call) => boolean) {
  const times = calls.map(({ ms }) => ms);
  const { p50, p99 } = spreadOf(times);
  const slowest = Math.max(0, ...times);
  console.log(
    `       ${what}: ${countsOf(calls).join(', ')}; p50 ${show(p50)} ms, p99 ${show(p99)} ms, slowest ${show(slowest)} ms`,
  );
  const wrong = countsOf(calls.filter((call) => !isFine(call)));
  check(
    wrong.length === 0,
    `${what}: all answers are as promised${wrong.length > 0 ? `, but ${wrong}` : ''}`,
  );
  check(slowest < allowedMs, `${what}: the slowest took ${show(slowest)} ms (promised ${promisedMs})`);
}

/** Milliseconds until nothing was refused any more, and the calls meanwhile. */
export async function untilHealed(students: readonly Student[]) {
  const began = performance.now();
  const calls: Call[] = [];
  let refusedAt = began;
  while (performance.now() - refusedAt < quietMs && performance.now() - began < healsWithinMs + quietMs) {
    const taken = takeCalls(students);
    if (!taken.every(isDone)) refusedAt = performance.now();
    calls.push(...taken);
    await pause(20);
  }
  return { healedMs: Math.round(refusedAt - began), calls };
}
