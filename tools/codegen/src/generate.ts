import { spawnSync } from 'node:child_process';
import { workspaceRoot } from './workspace.ts';

/** Every generator; each reads what those before it wrote. */
const generators = [
  'tools/codegen/src/supergraph/compose.ts',
  'tools/codegen/src/graphql-types/main.ts',
  'tools/codegen/src/supergraph/operations.ts',
  'tools/codegen/src/contracts/update.ts',
  'tools/codegen/src/messages/main.ts',
  'tools/codegen/src/map/map.ts',
];

const words = process.argv.slice(2);

function run(generator: string): boolean {
  console.log(`> ${generator}`);
  return (
    spawnSync(process.execPath, [generator, ...words], { cwd: workspaceRoot, stdio: 'inherit' }).status === 0
  );
}

/** `npm run generate`; `-- --check` names what is out of date, `-- --accept-breaks` writes what breaks readers. */
const hasFailed = words.includes('--check')
  ? generators.map(run).includes(false)
  : !generators.every((generator) => run(generator));
process.exitCode = hasFailed ? 1 : 0;
