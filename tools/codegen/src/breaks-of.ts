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

/** Returns the last committed text of a file, or `null` when it is new. */
function committedText(file: string, root: string): string | null {
  const { status, stdout } = git(root, 'show', `HEAD:${relative(root, file)}`);
  return status === 0 ? stdout : null;
}

/**
 * Returns the breaks of a generated file, one sentence each. A change that breaks only uncommitted text is none, because
 * no client can depend on it; neither is one that `--accept-breaks` has already written. Without Git, the text on disk
 * decides.
 */
export function breaksOf(
  file: string,
  breaksSince: (before: string) => string[],
  root = workspaceRoot,
): string[] {
  const breaks = existsSync(file) ? breaksSince(readFileSync(file, 'utf8')) : [];
  if (breaks.length === 0 || !isTopOfCheckout(root)) return breaks;
  const committed = committedText(file, root);
  return committed === null || breaksSince(committed).length === 0 ? [] : breaks;
}
