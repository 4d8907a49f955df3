import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = new URL('../../../', import.meta.url).pathname;
const at = (...parts: string[]) => join(root, ...parts);
export const has = (...parts: string[]) => existsSync(at(...parts));
export const read = (...parts: string[]) => readFileSync(at(...parts), 'utf8');
export const foldersOf = (path: string) =>
  readdirSync(at(path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Every folder of the workspace that is a package, such as 'libs/contracts'. */
export const projects = ['apps', 'libs', 'services', 'tools']
  .flatMap((group) => foldersOf(group).map((name) => `${group}/${name}`))
  .filter((path) => has(path, 'package.json'));

/** TypeScript files below a folder, relative to it, without tests, what tests share, and generated code. */
export const sourcesOf = (...parts: string[]) =>
  has(...parts)
    ? readdirSync(at(...parts), { recursive: true, encoding: 'utf8' }).filter(
        (file) =>
          /\.tsx?$/.test(file) && !/\.(test|drill)\.tsx?$|(^|\/)testing\/|generated|node_modules/.test(file),
      )
    : [];
