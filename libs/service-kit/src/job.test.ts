import { createLog } from '@kumbuka/runtime';
import { expect, it } from 'vitest';
import { createJob } from './job.ts';

/** Clock that the test controls. */
function aClock() {
  let hour = 0;
  let wake: (() => void) | null = null;
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => new Date(hour * 3_600_000),
    sleep: (_ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        wake = resolve;
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      }),
    async passHour() {
      await settle();
      hour += 1;
      wake?.();
      await settle();
    },
  };
}
const hourMs = 3_600_000;
const log = createLog('tests', 'silent');

it('a job runs after every interval and gets the current time', async () => {
  const clock = aClock();
  const runs: string[] = [];
  const job = createJob({
    name: 'a job',
    everyMs: hourMs,
    log,
    ...clock,
    run: async (at) => runs.push(at.toISOString()),
  });
  await job.start();
  expect(runs).toEqual([]);
  await clock.passHour();
  await clock.passHour();
  await job.stop();
  expect(runs).toEqual(['1970-01-01T01:00:00.000Z', '1970-01-01T02:00:00.000Z']);
});

it('a run that fails, even before its first await, does not end the series', async () => {
  const clock = aClock();
  let runs = 0;
  const run = () => {
    runs += 1;
    throw new Error('This one fails.');
  };
  const job = createJob({ name: 'a job', everyMs: hourMs, log, ...clock, run, atStart: true });
  await job.start();
  await clock.passHour();
  await clock.passHour();
  expect(runs).toBe(3);
  await job.stop();
});

it('stop waits for the current run and starts no other', async () => {
  const clock = aClock();
  let finish = () => undefined as void;
  let runs = 0;
  const run = () => {
    runs += 1;
    return new Promise<void>((resolve) => (finish = resolve));
  };
  const job = createJob({ name: 'a job', everyMs: hourMs, log, ...clock, run, atStart: true });
  await job.start();
  let stopped = false;
  const stopping = job.stop().then(() => (stopped = true));
  await clock.passHour();
  expect(stopped).toBe(false);
  finish();
  await stopping;
  expect([runs, job.isReady()]).toEqual([1, false]);
});

it('a run that walks a list is over after two minutes, and at once when the job stops', async () => {
  const clock = aClock();
  let monotonic = 0;
  const steps: number[] = [];
  const job = createJob({
    name: 'a job',
    everyMs: hourMs,
    log,
    ...clock,
    monotonic: () => monotonic,
    run: async (_at, isOver) => {
      for (let step = 0; step < 50 && !isOver(); step++) {
        steps.push(step);
        monotonic += 7_000;
        if (steps.length === 25) void job.stop();
      }
    },
  });
  await job.start();
  await clock.passHour();
  expect([steps.length, job.isAlive?.()]).toEqual([18, true]);
  await clock.passHour();
  expect(steps).toHaveLength(25);
});

it('a job is alive between its runs, but not while a run hangs', async () => {
  const clock = aClock();
  let monotonic = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const job = createJob({
    name: 'a job',
    everyMs: hourMs,
    log,
    ...clock,
    monotonic: () => monotonic,
    run: () => promise,
  });
  await job.start();
  monotonic += hourMs;
  expect(job.isAlive?.()).toBe(true);
  await clock.passHour();
  monotonic += hourMs + 1;
  expect(job.isAlive?.()).toBe(false);
  resolve();
  await clock.passHour();
  expect(job.isAlive?.()).toBe(true);
  await job.stop();
});
