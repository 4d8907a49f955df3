import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../web-build.ts';
import { inRepository, root } from '../repository.ts';

/** What the application process is made of, and what makes it into one file. */
const INPUTS = [
  'apps/gateway',
  'apps/rest-facade',
  'apps/web/server',
  'libs',
  'services',
  'tools/stack/src',
  'tools/topics/src',
  'package-lock.json',
];
const CACHE = 'node_modules/.cache/kumbuka/application';

/** The application process from its sources. */
export const APPLICATION = 'tools/stack/src/application.ts';

/**
 * The place of the application process as few files instead of the 3,400 modules that it is made of, which start in two
 * thirds of the time. It is named by their contents, so that what is found is never old.
 */
const bundleDirectory = (): string => join(CACHE, hashOf(INPUTS.map(inRepository)).slice(0, 16));

const entryIn = (directory: string): string => join(directory, 'start.mjs');

const isMade = (directory: string): boolean => existsSync(inRepository(entryIn(directory)));

/** What starts the application: its bundle when there is one of today's sources, else these; always these to watch them. */
export function applicationEntry(watch: boolean): string {
  const directory = bundleDirectory();
  return !watch && isMade(directory) ? entryIn(directory) : APPLICATION;
}

/**
 * Makes the bundle beside the running product, when nobody needs the processor; the next start finds it. It is rehearsed
 * with the flags and the environment of the application.
 */
export function buildWhenMissing(
  nodeFlags: readonly string[],
  env: Record<string, string>,
): ChildProcess | undefined {
  const directory = bundleDirectory();
  if (isMade(directory)) return undefined;
  const entry = inRepository('tools/stack/src/bundle/build-bundle.ts');
  const builder = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...nodeFlags, entry, inRepository(directory)],
    { cwd: root, env, stdio: 'ignore' },
  );
  builder.on('error', () => undefined);
  return builder;
}
