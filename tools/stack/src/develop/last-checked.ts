import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const fileIn = (root: string) => join(root, 'node_modules/.cache/last-checked');

const git = (root: string, ...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/** Returns the last commit that passed `npm run check`, if HEAD descends from it. */
export function lastChecked(root: string): string | undefined {
  if (!existsSync(fileIn(root))) return undefined;
  const commit = readFileSync(fileIn(root), 'utf8').trim();
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
  return git(root, 'merge-base', '--is-ancestor', commit, 'HEAD').status === 0 ? commit : undefined;
}

/** Records HEAD as checked, unless the working tree differs from it. */
export function rememberChecked(root: string): void {
  const status = git(root, 'status', '--porcelain');
  if (status.status !== 0 || status.stdout.trim() !== '') return;
  const head = git(root, 'rev-parse', 'HEAD');
  if (head.status !== 0) return;
  mkdirSync(dirname(fileIn(root)), { recursive: true });
  writeFileSync(fileIn(root), head.stdout);
}
