/** `npm test`: the fast lane of every project, cached by Nx; words choose test files and run them uncached. */

import { inRepository } from '../run/repository.ts';
import { runNode } from '../run/run.ts';

const words = process.argv.slice(2);
const vitest = [inRepository('node_modules/vitest/vitest.mjs'), 'run', ...words];
const everyProject = [
  inRepository('node_modules/nx/dist/bin/nx.js'),
  'run-many',
  '--targets=test',
  '--parallel=4',
  '--output-style=static',
];
process.exitCode = await runNode(words.length > 0 ? vitest : everyProject);
