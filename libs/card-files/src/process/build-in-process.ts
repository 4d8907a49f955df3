import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { processLimits } from '../limits.ts';
import type { BuildOptions } from '../write/build-collection.ts';

export interface BuildTask {
  /** Folder with the notes. */
  folder: string;
  /** File that the collection is written to. */
  target: string;
  options: BuildOptions;
}

const entry = fileURLToPath(new URL('./builder-process.ts', import.meta.url));
const timeLimitMs = 120_000;

/** Builds a collection in a process of its own, because that takes seconds without a pause. */
export function buildInProcess(task: BuildTask): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${processLimits.heapMegabytes}`, entry],
    {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '' },
      timeout: timeLimitMs,
      killSignal: 'SIGKILL',
    },
  );
  let faults = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (faults.length < 4_000) faults += chunk.toString('utf8');
  });
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(task));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) =>
      code === 0
        ? resolve()
        : reject(new Error(`A package could not be written (${signal ?? code}): ${faults}`)),
    );
  });
}
