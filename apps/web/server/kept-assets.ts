import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const dayMs = 86_400_000;
/** A tab that has been open for a month loads its chunks from here. */
const keptDays = 31;

/**
 * Copies the assets of the current build to a folder that outlives it, and deletes assets that no build had for a month.
 * An open tab of an earlier version still loads its chunks.
 */
export function keepAssets(dist: string, folder: string, now = Date.now()): void {
  const assets = join(dist, 'assets');
  mkdirSync(folder, { recursive: true });
  const current = new Set(
    readdirSync(assets, { withFileTypes: true })
      .filter((file) => file.isFile())
      .map(({ name }) => name),
  );
  for (const name of current) {
    const kept = join(folder, name);
    if (!existsSync(kept)) copyFileSync(join(assets, name), kept);
    utimesSync(kept, now / 1000, now / 1000);
  }
  for (const name of readdirSync(folder))
    if (!current.has(name) && now - statSync(join(folder, name)).mtimeMs > keptDays * dayMs)
      rmSync(join(folder, name), { force: true });
}
