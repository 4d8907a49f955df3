import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { chunkFiles } from './chunk-files.ts';
import { earlyScripts } from './early-requests.ts';
import { preloadMessages } from './message-preloads.ts';
import { routeModules } from './route-modules.ts';

const dist = join(import.meta.dirname, '../dist');

/** Writes route -> what its page has in the head: preloads of files that `index.html` does not name, and early requests. */
async function writeHeads() {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const named = new Set(chunkFiles(manifest, ['index.html']));
  const preloads = (modules: readonly string[]) =>
    chunkFiles(manifest, modules)
      .filter((file) => !named.has(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const scriptOf = await earlyScripts();
  const heads = Object.entries(routeModules).map(([route, modules]) => [
    route,
    [scriptOf(route), preloadMessages(manifest, modules), ...preloads(modules)].join(''),
  ]);
  writeFileSync(join(dist, '.vite/heads.json'), JSON.stringify(Object.fromEntries(heads)));
}

export const routeHeads: Plugin = {
  name: 'kumbuka:route-heads',
  apply: 'build',
  closeBundle: { sequential: true, handler: writeHeads },
};
