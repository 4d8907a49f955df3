import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const GENERATOR = 'tools/codegen/src/graphql-types/main.ts';
const STAMP = 'node_modules/.cache/kumbuka/graphql-types';

/** Lists everything that the generated types depend on. The lockfile stands for the versions of the generator's packages. */
function inputsIn(root) {
  const filesIn = (folder, pattern) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name));
  const ofServices = readdirSync(join(root, 'services')).flatMap((name) =>
    ['schema.graphql', 'src/graphql/context.ts', 'src/graphql/views.ts'].map((file) =>
      join('services', name, file),
    ),
  );
  const generator = ['tools/codegen/src/graphql-types', 'tools/codegen/src/supergraph'];
  return [
    'package-lock.json',
    ...ofServices.filter((file) => existsSync(join(root, file))),
    ...filesIn('apps/web/src', /\.graphql$/),
    ...generator.flatMap((folder) => filesIn(folder, /\.ts$/)),
  ].sort();
}

/** Generates the TypeScript types of all GraphQL schemas and documents when an input changed or a file is missing. */
export function ensureGenerated(root, node) {
  const inputs = inputsIn(root);
  const stamp = hashOf(root, inputs);
  const stampFile = join(root, STAMP);
  const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isCurrent && inputs.every((file) => existsSync(join(root, outputOf(file))))) return;
  const { status } = spawnSync(node, ['--disable-warning=ExperimentalWarning', join(root, GENERATOR)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The GraphQL types could not be generated; see above.');
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** Returns the file generated from an input, or the input itself when it has none of its own. */
function outputOf(input) {
  if (input.endsWith('schema.graphql')) return join(dirname(input), 'src/graphql/generated/types.ts');
  return input.replace(/\.graphql$/, '.generated.ts');
}

function hashOf(root, files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}
