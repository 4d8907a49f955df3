import { describe, expect, it } from 'vitest';
import { cyclesIn } from '../imports/cycles.ts';
import { has, projects, read } from '../files.ts';

interface Package {
  name?: string;
  license?: string | { type: string };
  licenses?: { type: string }[];
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  resolved?: string;
  link?: boolean;
}
const json = <Shape>(...parts: string[]) => JSON.parse(read(...parts)) as Shape;
const lock = json<{ packages: Record<string, Package> }>('package-lock.json').packages;
const manifests = ['', ...projects].map((path) => ({
  path,
  manifest: json<Package>(path, 'package.json'),
}));

describe('the lockfile', () => {
  it('names no download address', () => {
    const addressed = Object.entries(lock).filter(([, { resolved }]) => resolved?.startsWith('http'));
    expect(addressed.map(([path]) => path)).toEqual([]);
  });

  it('has an entry for every optional dependency, so that it serves every platform', () => {
    const missing = Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !findInLock(path, name))
        .map((name) => `${path} > ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('has one graphql', () => {
    const copies = Object.keys(lock).filter((path) => path.endsWith('node_modules/graphql'));
    expect(copies).toEqual(['node_modules/graphql']);
  });
});

function findInLock(path: string, name: string): boolean {
  for (let base = path; ; base = base.slice(0, base.lastIndexOf('node_modules/') - 1)) {
    if (lock[`${base ? `${base}/` : ''}node_modules/${name}`]) return true;
    if (!base.includes('node_modules/')) return Boolean(lock[`node_modules/${name}`]);
  }
}

/** Only tests import it, so a library whose tests use it may also be one that it depends on. */
const onlyForTests = '@kumbuka/testing';

/** Dependency cycles of the workspace, through development dependencies too. */
const packageCycles = (all: readonly Package[]) =>
  cyclesIn(
    all.map(({ name = '', dependencies, devDependencies }) => ({
      file: name,
      imports: Object.keys({ ...dependencies, ...devDependencies })
        .filter((each) => each !== onlyForTests)
        .map((each) => ({ specifier: each, file: each })),
    })),
  );

const workspace = manifests.filter(({ path }) => path !== '').map(({ manifest }) => manifest);

describe('packages', () => {
  it('of the workspace have no dependency cycle', () => expect(packageCycles(workspace)).toEqual([]));

  it('a dependency cycle that a development dependency closes is found', () => {
    const closed = workspace.map((each) =>
      each.name === '@kumbuka/event-bus'
        ? { ...each, devDependencies: { '@kumbuka/service-kit': '1.0.0' } }
        : each,
    );
    expect(packageCycles(closed)).toEqual([['@kumbuka/event-bus', '@kumbuka/service-kit']]);
  });

  it('pin exact versions', () => {
    const loose = manifests.flatMap(({ path, manifest }) =>
      Object.entries({
        ...manifest.dependencies,
        ...manifest.devDependencies,
        ...manifest.optionalDependencies,
      })
        .filter(([, version]) => !/^(npm:[@\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${path}: ${name}@${version}`),
    );
    expect(loose).toEqual([]);
  });

  it('agree on the version of each dependency', () => {
    const versions = new Map<string, Set<string>>();
    for (const { manifest } of manifests)
      for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
        versions.set(name, (versions.get(name) ?? new Set()).add(version));
    expect([...versions].filter(([, all]) => all.size > 1).map(([name]) => name)).toEqual([]);
  });

  it('every package has a permissive licence or is listed in the README', () => {
    const readme = read('README.md');
    const packages = Object.keys(lock).filter(
      (path) =>
        path.includes('node_modules/') &&
        !lock[path]?.link &&
        (lock[path]?.license || has(path, 'package.json')),
    );
    const restrictive = packages.filter((path) => !isPermissive(licenceOf(path)));
    const unnamed = restrictive.filter(
      (path) => !libvips.test(path) && !readme.includes(`\`${nameAt(path)}\``),
    );
    expect(packages.length).toBeGreaterThan(300);
    expect(unnamed).toEqual([]);
    const copyleft = restrictive.filter((path) => /GPL/i.test(licenceOf(path)));
    expect(copyleft.filter((path) => !libvips.test(path))).toEqual([]);
  });
});

/** A library under the LGPL that is loaded dynamically, from packages of its own. */
const libvips = /\/@img\/sharp-libvips-[\w-]+$/;

const isPermissive = (licence: string) =>
  /^\(?(MIT|Apache-2\.0|ISC|BSD-\d-Clause|BlueOak-1\.0\.0|MPL-2\.0|0BSD|MIT-0|Python-2\.0|Unlicense)\b/.test(
    licence,
  );

const nameAt = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** License from the lockfile; a few packages declare it in an older form, and only in their own manifest. */
function licenceOf(path: string): string {
  const { license, licenses } = lock[path]?.license ? lock[path] : json<Package>(path, 'package.json');
  const licence = license ?? licenses?.[0] ?? '';
  return typeof licence === 'string' ? licence : licence.type;
}
