import { createJob, createRunner, type Foundation } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';

const refreshMs = 1_000;
const resumeMs = 5_000;
const expireMs = 60_000;
/** Number of parallel deletions in this process. */
const deletionsAtOnce = 4;
/** Separate slots for learners, so that they do not wait for slow deletions of operators. */
const erasuresAtOnce = 2;
/** Number of parallel batches; each hashes at most two passwords at once. */
const batchesAtOnce = 2;

/** Intervals that tests can replace. */
export interface JobPace {
  refreshMs?: number;
  resumeMs?: number;
  expireMs?: number;
  /** Monotonic clock in milliseconds. */
  monotonic?: () => number;
}

/** Creates the runners of stored work. */
export const createRunners = (
  { runDeletion, runDemoBatch }: Pick<UseCases, 'runDeletion' | 'runDemoBatch'>,
  log: Foundation['log'],
) => ({
  deletions: createRunner({ name: 'deletions', run: runDeletion, atOnce: deletionsAtOnce, log }),
  erasures: createRunner({ name: 'erasures', run: runDeletion, atOnce: erasuresAtOnce, log }),
  batches: createRunner({ name: 'demo-batches', run: runDemoBatch, atOnce: batchesAtOnce, log }),
});

/** Creates the scheduled jobs. */
export function createJobs(
  useCases: Pick<UseCases, 'resumeBatches' | 'expireDemoUsers' | 'resumeDeletions' | 'refreshUsers'>,
  { log, now }: Pick<Foundation, 'log' | 'now'>,
  pace: JobPace,
) {
  const { refreshMs: refresh = refreshMs, resumeMs: resume = resumeMs, expireMs: expire = expireMs } = pace;
  const shared = { log, now, ...(pace.monotonic && { monotonic: pace.monotonic }) };
  return [
    createJob({ name: 'resume-batches', everyMs: resume, run: useCases.resumeBatches, ...shared }),
    createJob({ name: 'expire-demo-users', everyMs: expire, run: useCases.expireDemoUsers, ...shared }),
    createJob({ name: 'resume-deletions', everyMs: resume, run: useCases.resumeDeletions, ...shared }),
    createJob({
      name: 'refresh-users',
      everyMs: refresh,
      run: (_at, isOver) => useCases.refreshUsers(isOver),
      ...shared,
    }),
  ];
}
