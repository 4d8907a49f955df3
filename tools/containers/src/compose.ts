import { root } from './images.ts';
import { EngineMissing, run, succeeds } from './shell.ts';

/** Runs Docker Compose with those files, from the root of the repository. */
export function composeWith(files: readonly string[]): (args: readonly string[]) => void {
  const named = files.flatMap((file) => ['-f', file]);
  process.chdir(root);
  if (succeeds('docker', ['compose', 'version']))
    return (args) => run('docker', ['compose', ...named, ...args]);
  if (!succeeds('docker-compose', ['version'])) throw new EngineMissing('there is no Docker Compose');
  return (args) => run('docker-compose', [...named, ...args]);
}
