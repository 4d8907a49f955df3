import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Targets with the file whose presence adds them to a project; nx.json defines what they run. */
const calledForBy = {
  lint: 'package.json',
  types: 'tsconfig.json',
  test: 'vitest.config.ts',
  drill: 'vitest.config.ts',
  build: 'vite.config.ts',
  e2e: 'playwright.config.ts',
  suite: 'run.ts',
};

/** Adds the targets to each project of the workspace by its files. */
export const createNodesV2 = [
  '{apps,libs,services,tools}/*/package.json',
  (manifests, _options, { workspaceRoot }) =>
    manifests.map((manifest) => [manifest, { projects: projectOf(workspaceRoot, dirname(manifest)) }]),
];

function projectOf(workspaceRoot, root) {
  const names = Object.keys(calledForBy).filter((name) =>
    existsSync(join(workspaceRoot, root, calledForBy[name])),
  );
  return { [root]: { targets: Object.fromEntries(names.map((name) => [name, {}])) } };
}
