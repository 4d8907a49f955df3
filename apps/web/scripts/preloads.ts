import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { chunkFiles } from './chunk-files.ts';
import { routeModules } from './route-modules.ts';

const dist = join(import.meta.dirname, '../dist');

/** Writes route -> files that its page should preload, besides those that `index.html` names. */
function writePreloads() {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const named = new Set(chunkFiles(manifest, ['index.html']));
  const preloads = Object.entries(routeModules).map(([route, modules]) => [
    route,
    chunkFiles(manifest, modules).filter((file) => !named.has(file)),
  ]);
  writeFileSync(join(dist, '.vite/preloads.json'), JSON.stringify(Object.fromEntries(preloads)));
}

export const preloads: Plugin = {
  name: 'kumbuka:preloads',
  apply: 'build',
  closeBundle: { sequential: true, handler: writePreloads },
};
