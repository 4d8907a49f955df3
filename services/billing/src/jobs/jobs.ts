import type { Lifecycle, Log } from '@kumbuka/http-kit';
import { createJob } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';

const reconcileMs = 10_000;
const minuteMs = 60_000;

export interface JobPace {
  /** Milliseconds between two rounds of any job; each has its own without. */
  jobsEveryMs?: number;
}

/** What billing does by the clock. */
export const createJobs = (
  { reconcilePayments, endSubscriptions }: UseCases,
  log: Log,
  { jobsEveryMs }: JobPace,
): Lifecycle[] => [
  createJob({
    name: 'reconcile payments',
    everyMs: jobsEveryMs ?? reconcileMs,
    run: reconcilePayments,
    atStart: true,
    log,
  }),
  createJob({
    name: 'end subscriptions',
    everyMs: jobsEveryMs ?? minuteMs,
    run: endSubscriptions,
    atStart: true,
    log,
  }),
];
