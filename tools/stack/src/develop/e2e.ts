import { inRepository } from '../run/repository.ts';
import { runNode } from '../run/run.ts';

process.exitCode = await runNode([
  inRepository('node_modules/@playwright/test/cli.js'),
  'test',
  '--config',
  inRepository('tools/trials/playwright.config.ts'),
  ...process.argv.slice(2),
]);
