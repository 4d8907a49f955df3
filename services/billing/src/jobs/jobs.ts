import type { Lifecycle, Log } from '@kumbuka/runtime';
import { createJob } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';

const seconds = (count: number) => count * 1_000;

export interface JobPace {
  /** Milliseconds between runs of every job; by default each job has its own interval. */
  jobsEveryMs?: number;
  /** Monotonic clock in milliseconds. */
  monotonic?: () => number;
}

/** Scheduled jobs of billing. */
export function createJobs(useCases: UseCases, log: Log, { jobsEveryMs, monotonic }: JobPace): Lifecycle[] {
  const job = (name: string, everyMs: number, run: (isOver: () => boolean) => Promise<unknown>) =>
    createJob({
      name,
      everyMs: jobsEveryMs ?? everyMs,
      run: (_at, isOver) => run(isOver),
      atStart: true,
      log,
      ...(monotonic && { monotonic }),
    });
  return [
    job('reconcile payments', seconds(10), useCases.reconcilePayments),
    job('read statement', seconds(60), useCases.readStatement),
    job('read refunds', seconds(60), useCases.readRefunds),
    job('end subscriptions', seconds(60), useCases.endSubscriptions),
    job('remind of ends', seconds(60), useCases.remindOfEnds),
    job('fill in times of confirmation', seconds(3_600), useCases.fillConfirmedAt),
    job('send emails', seconds(3), useCases.sendEmails),
  ];
}
