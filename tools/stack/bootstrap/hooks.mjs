import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sets the folder of git hooks in a clone that has none configured. Copies without git are left alone. */
export function ensureHooks(root) {
  const config = join(root, '.git/config');
  if (!existsSync(config) || /hookspath/i.test(readFileSync(config, 'utf8'))) return;
  try {
    execFileSync('git', ['config', 'core.hooksPath', 'tools/stack/hooks'], { cwd: root, stdio: 'ignore' });
  } catch {
    // The hook is a convenience; CI checks subjects too.
  }
}
