import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const CLI = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
const CONFIG = join(import.meta.dirname, 'suite.vitest.config.ts');

/** Runs the suites of a folder in another process, with the options of this command. Returns its exit code. */
export async function runSuites(folder: string, env: Record<string, string>): Promise<number> {
  const args = [CLI, 'run', '--root', folder, '--config', CONFIG, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
