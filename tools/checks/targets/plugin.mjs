import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A target, and the file of a project that calls for it; what a target does is said once, in nx.json. */
const calledForBy = {
  lint: 'package.json',
  types: 'tsconfig.json',
  test: 'vitest.config.ts',
  drill: 'vitest.config.ts',
  build: 'vite.config.ts',
  e2e: 'playwright.config.ts',
  suite: 'run.ts',
};

/** Gives every folder of the workspace the targets that its files call for. */
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
