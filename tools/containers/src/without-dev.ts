import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Takes the development dependencies out of the manifests and the lockfile that are named: npm installs what a linked
 * workspace needs for its tests otherwise, even with --omit=dev.
 */
interface Manifest {
  devDependencies?: unknown;
  packages?: Record<string, Manifest>;
}

function strip(manifest: Manifest): Manifest {
  delete manifest.devDependencies;
  Object.values(manifest.packages ?? {}).forEach(strip);
  return manifest;
}

for (const file of process.argv.slice(2))
  writeFileSync(file, JSON.stringify(strip(JSON.parse(readFileSync(file, 'utf8')))));
