import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { workspaceRoot } from './workspace.ts';

const git = (root: string, ...words: string[]) =>
  spawnSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

function isTopOfCheckout(root: string): boolean {
  const { status, stdout } = git(root, 'rev-parse', '--show-prefix', '--verify', 'HEAD');
  return status === 0 && stdout.startsWith('\n');
}

/**
 * Text of a file as it was committed last, or as it is on disk where there is no Git. Null when there is none. Clients
 * cannot depend on what was never committed, so that may still change.
 */
export function committedText(file: string, root = workspaceRoot): string | null {
  if (!isTopOfCheckout(root)) return existsSync(file) ? readFileSync(file, 'utf8') : null;
  const { status, stdout } = git(root, 'show', `HEAD:${relative(root, file)}`);
  return status === 0 ? stdout : null;
}
