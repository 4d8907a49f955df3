import { workspaceRoot } from './workspace.ts';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const listFiles = (...flags: string[]): string[] =>
  execFileSync('git', ['ls-files', '--exclude-standard', '-z', ...flags], { cwd: workspaceRoot })
    .toString()
    .split('\0')
    .filter((name) => name !== '' && existsSync(join(workspaceRoot, name)));

/** Copies tracked, uncommitted and generated files. */
function copyFiles(scratch: string) {
  const generated = listFiles('-o', '-i', '--', '*.generated.ts', '**/generated/types.ts');
  for (const file of [...listFiles('-c', '-o'), ...generated]) {
    mkdirSync(dirname(join(scratch, file)), { recursive: true });
    cpSync(join(workspaceRoot, file), join(scratch, file));
  }
}

/** Links foreign packages of the repository and workspace packages of the copy. */
function linkPackages(scratch: string) {
  const from = join(workspaceRoot, 'node_modules');
  mkdirSync(join(scratch, 'node_modules/@kumbuka'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@kumbuka' && name !== '.cache')
      symlinkSync(join(from, name), join(scratch, 'node_modules', name));
  for (const name of readdirSync(join(from, '@kumbuka')))
    symlinkSync(readlinkSync(join(from, '@kumbuka', name)), join(scratch, 'node_modules/@kumbuka', name));
  for (const group of ['apps', 'libs', 'services', 'tools'])
    for (const project of readdirSync(join(workspaceRoot, group))) {
      const own = join(group, project, 'node_modules');
      if (existsSync(join(workspaceRoot, own)) && existsSync(join(scratch, group, project)))
        symlinkSync(join(workspaceRoot, own), join(scratch, own));
    }
}

/** Copies the repository to a temporary directory, for tests that change and run it. Returns the path. */
export function makeScratchCopy(): string {
  const scratch = mkdtempSync(join(tmpdir(), 'kumbuka-scratch-'));
  copyFiles(scratch);
  linkPackages(scratch);
  return scratch;
}
