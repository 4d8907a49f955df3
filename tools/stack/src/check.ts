import { spawnSync } from 'node:child_process';
import { inRepository, root } from './repository.ts';
import { runNode } from './run.ts';

/** `npm run check`: what differs from main; `--all` takes every project, `--static` leaves the tests out. */
const words = new Set(process.argv.slice(2));
const targets = [
  'format',
  'unused',
  'generated',
  'lint',
  'types',
  ...(words.has('--static') ? [] : ['test']),
];

process.exitCode = await runNode([
  inRepository('node_modules/nx/dist/bin/nx.js'),
  ...projectsToCheck(words.has('--all') ? undefined : mainOfGit()),
  '--targets',
  targets.join(','),
  '--output-style',
  'static',
]);

/** Without a main to compare with, as in a copy that has no history, all projects are checked. */
function projectsToCheck(base: string | undefined): string[] {
  return base === undefined ? ['run-many'] : ['affected', '--base', base];
}

function mainOfGit(): string | undefined {
  return ['origin/main', 'main'].find(
    (name) => spawnSync('git', ['rev-parse', '--verify', '--quiet', name], { cwd: root }).status === 0,
  );
}
