import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** File with its resolved imports: files of the workspace by path, packages by name. */
export interface Module {
  /** Path from the root of the workspace. */
  file: string;
  imports: readonly Import[];
}

export interface Import {
  /** Specifier as written. */
  specifier: string;
  /** Path of a file of the workspace; absent for packages and modules of Node. */
  file?: string;
  package?: string;
}

interface Manifest {
  name: string;
  exports?: Record<string, string | { default: string }>;
  imports?: Record<string, string>;
}

interface Project extends Manifest {
  /** Path from the root of the workspace. */
  folder: string;
}

const groups = ['apps', 'libs', 'services', 'tools'];
const isCode = (file: string) => /\.(ts|tsx|mts|mjs|js)$/.test(file) && !file.endsWith('.d.mts');
const isSkipped = (file: string) => /(^|\/)(node_modules|dist)\//.test(file);

function readProjects(root: string): Project[] {
  return groups
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => ({ folder, ...JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) }));
}

const codeOf = (root: string, { folder }: Project) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => isCode(file) && !isSkipped(file));

/** Static imports, type imports, re-exports and dynamic imports whose name is written out. */
const specifiersOf = (text: string): string[] =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);

const packageOf = (specifier: string) =>
  specifier.startsWith('node:')
    ? specifier
    : specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

function exportedBy({ folder, exports = {} }: Project, subpath: string): string | undefined {
  const target = exports[subpath];
  const path = typeof target === 'object' ? target.default : target;
  return path && join(folder, path);
}

/** Resolves imports like Node and Vite: paths with extension, `#src/*` within the package, `exports` of packages. */
function resolverOf(projects: readonly Project[]) {
  const byName = new Map(projects.map((project) => [project.name, project]));
  return (project: Project, from: string, specifier: string): Import => {
    if (specifier.startsWith('.')) return { specifier, file: join(dirname(from), specifier) };
    if (specifier.startsWith('#src/')) return { specifier, file: join(project.folder, specifier.slice(1)) };
    const name = packageOf(specifier);
    const owner = byName.get(name);
    if (!owner) return { specifier, package: name };
    const file = exportedBy(owner, `.${specifier.slice(name.length)}`);
    return file === undefined ? { specifier, package: name } : { specifier, package: name, file };
  };
}

/** Reads all code of the workspace with its resolved imports. */
export function readModules(root: string): Module[] {
  const projects = readProjects(root);
  const resolve = resolverOf(projects);
  return projects.flatMap((project) =>
    codeOf(root, project).map((file) => ({
      file,
      imports: specifiersOf(readFileSync(join(root, file), 'utf8')).map((specifier) =>
        resolve(project, file, specifier),
      ),
    })),
  );
}
