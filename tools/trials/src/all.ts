/**
 * `npm run trial -- all`: runs the trials that `.ci/run` does not run, one after another, and prints one line each. The
 * output of a failed trial stays in the folder that the last line names. Words select trials by name.
 */

import { families } from '@kumbuka/stack/commands';
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Steps of `.ci/run`. */
const inCi = ['crashes', 'upgrade', 'backup-restore', 'instances', 'database-faults', 'stalls'];
/** Print figures for readers instead of a verdict, or run for ten minutes. */
const measurements = ['bench', 'capacity', 'directory', 'hostile', 'idle-streams', 'import-speed'];

const root = join(import.meta.dirname, '../../..');
const logs = mkdtempSync(join(tmpdir(), 'kumbuka-trials-'));

type Outcome = 'passed' | 'FAILED' | 'NOT RUN';

function run(entry: string, log: string): Promise<Outcome> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const file = createWriteStream(log);
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      file.end(() => {
        if (code === 0) resolve('passed');
        else resolve(/^NOT RUN/m.test(readFileSync(log, 'utf8')) ? 'NOT RUN' : 'FAILED');
      }),
    );
  });
}

const wanted = process.argv.slice(2);
const trials = Object.entries(families['trial'] ?? {}).filter(([name]) =>
  wanted.length > 0 ? wanted.includes(name) : ![...inCi, ...measurements, 'all'].includes(name),
);

let failures = 0;
for (const [name, entry] of trials) {
  const began = performance.now();
  const outcome = await run(entry, join(logs, `${name}.log`));
  if (outcome === 'FAILED') failures += 1;
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`${outcome.padEnd(7)} ${seconds.padStart(4)} s  ${name}`);
}
console.log(`Output: ${logs}`);
process.exitCode = failures === 0 ? 0 : 1;
