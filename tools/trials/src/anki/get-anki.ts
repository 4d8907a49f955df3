import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const version = '26.9.3';

/**
 * Returns the Python of an environment with the real `anki`, made on first use; `null` when it cannot be had here. `anki` is
 * under the AGPL: it is a program that this trial runs, and part of nothing that we ship.
 */
export function pythonWithAnki(folder: string): string | null {
  const environment = join(folder, `anki-${version}`);
  const python = join(environment, 'bin', 'python');
  const run = (command: string, ...words: string[]) => execFileSync(command, words, { stdio: 'pipe' });
  try {
    if (!existsSync(python)) {
      mkdirSync(folder, { recursive: true });
      run('python3', '-m', 'venv', environment);
      run(python, '-m', 'pip', 'install', '--quiet', '--only-binary', ':all:', `anki==${version}`);
    }
    run(python, '-c', 'import anki.collection');
    return python;
  } catch {
    return null;
  }
}
