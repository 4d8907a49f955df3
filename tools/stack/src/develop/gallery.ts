import { parseArgs } from 'node:util';
import { inRepository } from '../run/repository.ts';
import { runNode } from '../run/run.ts';

const { values } = parseArgs({
  options: {
    compare: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
  },
});

const playwright = (config: string, ...words: string[]) => [
  inRepository('node_modules/@playwright/test/cli.js'),
  'test',
  '--config',
  inRepository(`tools/trials/${config}`),
  ...words,
];

const serve = [
  inRepository('node_modules/vite/bin/vite.js'),
  '--config',
  inRepository('apps/web/vite.gallery.config.ts'),
  '--open',
];

const shrink = [inRepository('tools/trials/src/journeys/shrink-pictures.ts')];
const comparison = playwright('gallery.config.ts');

/** Takes new pictures where they differ and verifies that the reduced ones still count as equal. */
async function update(): Promise<number> {
  await runNode([...comparison, '--update-snapshots=changed']);
  await runNode(shrink);
  return runNode(comparison);
}

async function run({ compare, update: isUpdate }: typeof values): Promise<number> {
  if (isUpdate) return update();
  return runNode(compare ? comparison : serve);
}

process.exitCode = await run(values);
