import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Runs several busy processes for each core until a time. */
export function occupyCores(until: number, processesPerCore: number): void {
  for (let n = 0; n < processesPerCore * availableParallelism(); n++)
    spawn(process.execPath, ['--eval', `while (Date.now() < ${until});`], { stdio: 'ignore' });
}
