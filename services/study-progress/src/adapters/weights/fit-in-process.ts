import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FittedWeights, WeightsFitter } from '../../use-cases/ports.ts';
import type { EngineChoice } from './engines.ts';
import type { ProcessTask } from './fit-process.ts';

const entry = fileURLToPath(new URL('./fit-process.ts', import.meta.url));
const limits = { timeMs: 120_000, heapMegabytes: 512 };
const maxFaults = 4_000;
const checkEveryMs = 200;

interface Options {
  engine?: EngineChoice;
  timeMs?: number;
}

/**
 * Fits weights in a process of its own, because a fit takes seconds without a pause. Kills it at its time limit and when the
 * job is over.
 */
export const createWeightsFitter =
  ({ engine = 'fastest', timeMs = limits.timeMs }: Options = {}): WeightsFitter =>
  (task, isOver) => {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${limits.heapMegabytes}`, entry],
      {
        stdio: 'pipe',
        env: {},
        timeout: timeMs,
        killSignal: 'SIGKILL',
      },
    );
    const watch = setInterval(() => {
      if (isOver()) child.kill('SIGKILL');
    }, checkEveryMs);
    let [output, faults] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (faults.length < maxFaults) faults += chunk.toString('utf8');
    });
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify({ ...task, engine } satisfies ProcessTask));
    return new Promise<FittedWeights>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) =>
        code === 0
          ? resolve(JSON.parse(output) as FittedWeights)
          : reject(new Error(`Weights could not be fitted (${signal ?? code}): ${faults}`)),
      );
    }).finally(() => clearInterval(watch));
  };
