import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withProgress } from '../../bootstrap/progress.mjs';
import { inRepository } from './repository.ts';
import { captureNode } from './run.ts';

/** Sources of the client, without its server, its gallery and its tests. */
const INPUTS = [
  'apps/web',
  'libs/content/src',
  'libs/contracts/src',
  'libs/schedule/src',
  'libs/text/src',
  'package-lock.json',
];
const SKIPPED =
  /^(node_modules|dist|server|gallery|coverage|test|test-results|\.cache)$|\.(test|drill)\.tsx?$/;
const VITE = 'node_modules/vite/bin/vite.js';

export const webRoot = inRepository('apps/web/dist');
/** Assets of earlier builds; a build empties its own folder. */
export const keptAssets = inRepository('node_modules/.cache/kumbuka/web-assets');

/** The build of the web client failed; the message contains its output. */
class WebBuildFailed extends Error {
  readonly code = 'WEB_BUILD_FAILED';
  constructor(output: string) {
    super(`The web client could not be built:\n${output.trimEnd()}`);
    this.name = 'WebBuildFailed';
  }
}

/** Builds apps/web into apps/web/dist unless a build of the same inputs exists. Throws `WebBuildFailed`. */
export async function buildWebWhenStale(say: (line: string) => void): Promise<void> {
  const stampFile = inRepository('node_modules/.cache/kumbuka/web-inputs');
  const stamp = hashOf(INPUTS.map(inRepository));
  if (existsSync(join(webRoot, 'index.html')) && readStamp(stampFile) === stamp) return;
  say('Building the web client; this takes about a minute ...');
  const seconds = await withProgress('building', buildWeb(), say);
  say(`Built in ${seconds} s.`);
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

async function buildWeb(): Promise<void> {
  const cwd = inRepository('apps/web');
  const built = await captureNode([inRepository(VITE), 'build'], { cwd, env: { NODE_ENV: 'production' } });
  if (built.code !== 0) throw new WebBuildFailed(built.output);
}

/** Returns a hash of the names and contents of files and folders, independent of their order. */
export function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder))
    hash.update(path).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  const entries = readDirectory(path);
  if (entries === undefined) return [path];
  return entries
    .filter((entry) => !SKIPPED.test(entry.name))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => filesUnder(join(path, entry.name)));
}

function readDirectory(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function readStamp(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
