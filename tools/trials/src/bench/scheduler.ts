import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const entry = join(
  import.meta.dirname,
  '../../../../services/study-progress/src/testing/bench/scheduler.bench.ts',
);

/** Runs the bench of the schedule on invented learners, or on logs in CSV files. Returns its exit code. */
export function benchScheduler(files: readonly string[]): number {
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', entry, ...files], {
    stdio: 'inherit',
  });
  return status ?? 1;
}
