import { makeScratchCopy } from '@kumbuka/codegen/scratch-copy';
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Modules of the new build by the fixture that takes their place. It imports the former module as `former-<name>`. */
export const replaced: Readonly<Record<string, string>> = {
  'decks-events.ts.txt': 'libs/contracts/src/events/decks.ts',
  'decks-publishes.ts.txt': 'services/decks/src/events/publishes.ts',
  'study-progress-consumes.ts.txt': 'services/study-progress/src/events/consumes.ts',
  'admin-consumes.ts.txt': 'services/admin/src/events/consumes.ts',
};

export const fixturePath = (fixture: string): string => join(import.meta.dirname, 'fixture', fixture);

function replaceModules(root: string): void {
  for (const [fixture, file] of Object.entries(replaced)) {
    const path = join(root, file);
    renameSync(path, join(dirname(path), `former-${basename(path)}`));
    copyFileSync(fixturePath(fixture), path);
  }
}

/**
 * Creates a copy of the repository in which decks publishes new cards by version 3 of the event and its readers
 * understand both versions. Updates the snapshots and checks the types there, and throws when either fails.
 */
export function makeNewBuild(): string {
  const root = makeScratchCopy();
  replaceModules(root);
  const node = (...words: string[]) => execFileSync(process.execPath, words, { cwd: root, stdio: 'pipe' });
  node('tools/codegen/src/contracts/update.ts');
  for (const project of ['services/decks', 'services/study-progress', 'services/admin'])
    node('node_modules/typescript-7/bin/tsc', '-p', `${project}/tsconfig.json`, '--noEmit');
  return root;
}

/** Returns the documented versions of the event in a build. */
export function documentedVersions(root: string): number[] {
  const document = readFileSync(join(root, 'docs/events/asyncapi.json'), 'utf8');
  const { components }: { components: { messages: object } } = JSON.parse(document);
  return Object.keys(components.messages)
    .flatMap((name) => /^decks\.card-added\.v(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number);
}
