import type { Import, Module } from './imports.ts';
import { isTest, type Ring, type Wall, walls } from './rings.ts';

const projectOf = (file: string) => file.split('/', 2).join('/');
const wallOf = (project: string) => walls.find(({ at }) => at.test(project));

interface Place {
  ring: Ring;
  /** Of a ring that is parted, such as the features of the web. */
  part: string | undefined;
}

/** Undefined for a project without rings; a file that has none of the rings that there are is misplaced. */
function placeOf({ rings = [] }: Wall, file: string): Place | undefined {
  const path = file.slice(projectOf(file).length + 1);
  const ring = rings.find(({ at }) => at.test(path));
  return ring && { ring, part: ring.at.exec(path)?.[1] };
}

const isNeighbour = (from: Place, to: Place) =>
  from.ring === to.ring ? from.part === to.part : from.ring.imports.includes(to.ring.name);

function isInsideAllowed(wall: Wall, from: string, to: string) {
  if (wall.rings === undefined) return true;
  const here = placeOf(wall, from);
  const there = placeOf(wall, to);
  return here !== undefined && there !== undefined && isNeighbour(here, there);
}

function isPackageAllowed(wall: Wall, from: string, name: string) {
  const ofRing = placeOf(wall, from)?.ring.packages;
  return wall.packages.test(name) && (ofRing === undefined || ofRing.test(name));
}

/** Tests may import everything, except that those of services and libraries import no other service or app. */
const isAllowedInTest = (from: string, { file = from }: Import) =>
  projectOf(from) === projectOf(file) ||
  /^(apps|tools)\//.test(from) ||
  /^((libs|tools)\/|vitest\.config\.ts$)/.test(file);

function isAllowed(from: string, imported: Import): boolean {
  if (isTest(from)) return isAllowedInTest(from, imported);
  const { file, package: name } = imported;
  const wall = wallOf(projectOf(from));
  if (wall === undefined) return false;
  if (file !== undefined && isTest(file)) return projectOf(from).startsWith('tools/');
  if (name !== undefined) return isPackageAllowed(wall, from, name);
  if (file === undefined) return false;
  return projectOf(from) === projectOf(file) && isInsideAllowed(wall, from, file);
}

/** Every import that the table does not allow, one sentence each. */
export const trespasses = (modules: readonly Module[]): string[] =>
  modules.flatMap(({ file, imports }) =>
    imports
      .filter((each) => !isAllowed(file, each))
      .map(({ specifier }) => `${file} must not import '${specifier}'`),
  );

/** Files of a project with rings that belong to none of them. */
export const strays = (modules: readonly Module[]): string[] =>
  modules
    .map(({ file }) => file)
    .filter((file) => {
      const wall = wallOf(projectOf(file));
      return wall?.rings !== undefined && !isTest(file) && placeOf(wall, file) === undefined;
    });
