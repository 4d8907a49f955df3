import type { Import, Module } from './imports.ts';
import { isForTests, isTest, type Ring, type ProjectRules, projectRules } from './rings.ts';

const projectOf = (file: string) => file.split('/', 2).join('/');
const rulesOf = (project: string) => projectRules.find(({ at }) => at.test(project));

interface Place {
  ring: Ring;
  /** Part of a divided ring, such as one feature of the web client. */
  part: string | undefined;
}

/** Returns the ring of a file; `undefined` without rings, or when the file is misplaced. */
function placeOf({ rings = [] }: ProjectRules, file: string): Place | undefined {
  const path = file.slice(projectOf(file).length + 1);
  const ring = rings.find(({ at }) => at.test(path));
  return ring && { ring, part: ring.at.exec(path)?.[1] };
}

const isNeighbour = (from: Place, to: Place) =>
  from.ring === to.ring ? from.part === to.part : from.ring.imports.includes(to.ring.name);

function isInsideAllowed(rules: ProjectRules, from: string, to: string) {
  if (rules.rings === undefined) return true;
  const here = placeOf(rules, from);
  const there = placeOf(rules, to);
  return here !== undefined && there !== undefined && isNeighbour(here, there);
}

function isPackageAllowed(rules: ProjectRules, from: string, name: string, specifier: string) {
  const ofRing = placeOf(rules, from)?.ring.packages;
  return rules.packages.test(name) && (ofRing === undefined || ofRing.test(name) || ofRing.test(specifier));
}

/**
 * Tests may import everything, except that those of services and libraries, and the tools for tests, import no other
 * service or app, and that those outside `tools/` import no tools but these.
 */
function isAllowedInTest(from: string, { file = from }: Import) {
  if (projectOf(from) === projectOf(file)) return true;
  if (file.startsWith('tools/')) return from.startsWith('tools/') || isForTests(file);
  const isEdge = /^(apps|tools)\//.test(from) && !isForTests(from);
  return isEdge || /^(libs\/|vitest\.config\.ts$)/.test(file);
}

function isAllowed(from: string, imported: Import): boolean {
  if (isTest(from)) return isAllowedInTest(from, imported);
  const { file, package: name } = imported;
  const rules = rulesOf(projectOf(from));
  if (rules === undefined) return false;
  if (file !== undefined && isTest(file)) return projectOf(from).startsWith('tools/');
  if (name !== undefined) return isPackageAllowed(rules, from, name, imported.specifier);
  if (file === undefined) return false;
  return projectOf(from) === projectOf(file) && isInsideAllowed(rules, from, file);
}

/** Returns the imports that the table does not allow, one sentence each. */
export const violations = (modules: readonly Module[]): string[] =>
  modules.flatMap(({ file, imports }) =>
    imports
      .filter((each) => !isAllowed(file, each))
      .map(({ specifier }) => `${file} must not import '${specifier}'`),
  );

/** Returns the files of projects with rings that belong to no ring. */
export const misplaced = (modules: readonly Module[]): string[] =>
  modules
    .map(({ file }) => file)
    .filter((file) => {
      const rules = rulesOf(projectOf(file));
      return rules?.rings !== undefined && !isTest(file) && placeOf(rules, file) === undefined;
    });
