import { inRepository } from './repository.ts';
import { runNode } from './run.ts';

process.exitCode = await runNode([
  inRepository('node_modules/vitest/vitest.mjs'),
  'run',
  ...process.argv.slice(2),
]);
