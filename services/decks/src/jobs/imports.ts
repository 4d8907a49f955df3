import { rejections } from '@kumbuka/card-files';
import { createCounter, type Counter } from '@kumbuka/http-kit';
import { createJob, createRunner, type Foundation } from '@kumbuka/service-kit';
import type { DomainEvent } from '../domain/events.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

const resumeMs = 5_000;
const tidyMs = 60_000;
/** Each reads in a process of its own with up to 560 MiB. */
const importsAtOnce = 2;

/** Intervals that tests can replace. */
export interface ImportPace {
  resumeMs?: number;
  tidyMs?: number;
}

/** Reasons for which an import fails besides those of its file. */
const runFailures = ['upload-lost', 'history-invalid', 'limit-reached', 'refused', 'interrupted'] as const;
const outcomes = ['done', ...rejections, ...runFailures] as const;
type Outcome = (typeof outcomes)[number];

export const createImportCounter = (): Counter<Outcome> =>
  createCounter({
    name: 'decks_imports_total',
    help: 'Imports that ended, by outcome or reason of the failure.',
    label: 'outcome',
    values: outcomes,
  });

/** Outcome of an event; `null` for the events of decks and cards. */
export function outcomeOf(event: DomainEvent): Outcome | null {
  if (event.type !== 'import-finished') return null;
  const { state, failure } = event.run;
  return state === 'done' ? 'done' : (outcomes.find((each) => each === failure) ?? 'refused');
}

/** Creates the runner of imports and the jobs that resume and tidy them. */
export function createImportJobs(
  { runImport, resumeImports, tidyImports }: Pick<UseCases, 'runImport' | 'resumeImports' | 'tidyImports'>,
  { log, now }: Pick<Foundation, 'log' | 'now'>,
  pace: ImportPace,
) {
  return {
    runner: createRunner({ name: 'imports', run: runImport, atOnce: importsAtOnce, log }),
    jobs: [
      createJob({ name: 'resume-imports', everyMs: pace.resumeMs ?? resumeMs, run: resumeImports, log, now }),
      createJob({ name: 'tidy-imports', everyMs: pace.tidyMs ?? tidyMs, run: tidyImports, log, now }),
    ],
  };
}
