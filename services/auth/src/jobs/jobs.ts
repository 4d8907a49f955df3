import type { Lifecycle, Log } from '@kumbuka/runtime';
import { createJob } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';

export interface JobsOptions {
  useCases: Pick<UseCases, 'purgeAbandoned'>;
  /** Creates the next signing key when due, and starts to use it. */
  rotate(): Promise<void>;
  log: Log;
}

export interface JobPace {
  jobsEveryMs?: number;
}

const quarterHourMs = 15 * 60_000;

/** Scheduled jobs of auth. */
export const createJobs = (
  { useCases, rotate, log }: JobsOptions,
  { jobsEveryMs: everyMs = quarterHourMs }: JobPace,
): Lifecycle[] => [
  createJob({ name: 'rotate signing keys', everyMs, log, run: rotate }),
  createJob({
    name: 'purge abandoned accounts',
    everyMs,
    log,
    atStart: true,
    run: (_at, isOver) => useCases.purgeAbandoned(isOver),
  }),
];
