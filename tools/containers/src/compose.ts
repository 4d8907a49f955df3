import { EngineMissing, run, succeeds } from './shell.ts';

/** Runs Docker Compose with these files of a checkout. */
export function composeWith(files: readonly string[], checkout: string): (args: readonly string[]) => void {
  const named = files.flatMap((file) => ['-f', file]);
  process.chdir(checkout);
  if (succeeds('docker', ['compose', 'version']))
    return (args) => run('docker', ['compose', ...named, ...args]);
  if (!succeeds('docker-compose', ['version'])) throw new EngineMissing('there is no Docker Compose');
  return (args) => run('docker-compose', [...named, ...args]);
}
