import { spawnSync } from 'node:child_process';
import { workspaceRoot } from './workspace.ts';

/** Generators in order; each reads the output of the earlier ones. */
const generators = [
  'tools/codegen/src/supergraph/compose.ts',
  'tools/codegen/src/graphql-types/main.ts',
  'tools/codegen/src/supergraph/operations.ts',
  'tools/codegen/src/contracts/update.ts',
  'tools/codegen/src/messages/main.ts',
  'tools/codegen/src/limits/main.ts',
];

const words = process.argv.slice(2);

function run(generator: string): boolean {
  console.log(`> ${generator}`);
  return (
    spawnSync(process.execPath, [generator, ...words], { cwd: workspaceRoot, stdio: 'inherit' }).status === 0
  );
}

/** `npm run generate`; `-- --check` lists outdated files, `-- --accept-breaks` writes breaking changes. */
const hasFailed = words.includes('--check')
  ? generators.map(run).includes(false)
  : !generators.every((generator) => run(generator));
process.exitCode = hasFailed ? 1 : 0;
