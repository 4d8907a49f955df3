/** `npm run check`: checks projects that differ from main; `--all` checks every project, `--static` skips the tests. */

import { spawnSync } from 'node:child_process';
import { inRepository, root } from '../run/repository.ts';
import { runNode } from '../run/run.ts';

const flags = new Set(process.argv.slice(2));
const targets = [
  'format',
  'unused',
  'generated',
  'lint',
  'types',
  ...(flags.has('--static') ? [] : ['test']),
];

const base = flags.has('--all') ? undefined : baseOfCheck();
console.log(base === undefined ? 'Checks every project.' : `Checks the projects that differ from ${base}.`);
console.log(
  'This takes about six minutes on two cores after a change of libs/contracts, less after others. Nx prints each task when it ends.',
);

process.exitCode = await runNode([
  inRepository('node_modules/nx/dist/bin/nx.js'),
  ...projectsToCheck(base),
  '--targets',
  targets.join(','),
  '--output-style',
  'static',
]);

/** Returns the arguments of nx. Without a base, as in a copy without history, it checks all projects. */
function projectsToCheck(base: string | undefined): string[] {
  return base === undefined ? ['run-many'] : ['affected', '--base', base];
}

/** Returns the branch to compare with; none on main itself, where Nx has most results in its cache. */
function baseOfCheck(): string | undefined {
  const branch = spawnSync('git', ['branch', '--show-current'], { cwd: root, encoding: 'utf8' });
  if (branch.stdout.trim() === 'main') return undefined;
  return ['origin/main', 'main'].find(
    (name) => spawnSync('git', ['rev-parse', '--verify', '--quiet', name], { cwd: root }).status === 0,
  );
}
