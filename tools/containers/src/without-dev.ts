import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Removes the development dependencies from the given manifests and lockfile. Otherwise npm installs those of linked
 * workspaces even with --omit=dev.
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
