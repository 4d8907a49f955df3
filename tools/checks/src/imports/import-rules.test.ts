import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cyclesIn } from './cycles.ts';
import { projects, read, root } from '../files.ts';
import { readModules } from './imports.ts';
import { misplaced, violations } from './import-rules.ts';

describe('the code of the repository', () => {
  const modules = readModules(root);

  it('keeps the import rules', () => expect(violations(modules)).toEqual([]));
  it('every file of a project with rings belongs to one', () => expect(misplaced(modules)).toEqual([]));
  it('has no import cycle', () => expect(cyclesIn(modules)).toEqual([]));
});

/** Every way to write an import. */
const forms = [
  (to: string) => `import { x } from '${to}';`,
  (to: string) => `import '${to}';`,
  (to: string) => `import type { X } from '${to}';`,
  (to: string) => `export { x } from '${to}';`,
  (to: string) => `export * from '${to}';`,
  (to: string) => `export type { X } from '${to}';`,
  (to: string) => `export const x = await import('${to}');`,
  (to: string) => `export type X = import('${to}').X;`,
];

/** Files of a service that did not exist when the table was written. */
const service = {
  domain: 'src/domain/planted.ts',
  'use-cases': 'src/use-cases/planted.ts',
  store: 'src/store/planted.ts',
  graphql: 'src/graphql/planted.ts',
  http: 'src/http/planted.ts',
  events: 'src/events/planted.ts',
  jobs: 'src/jobs/planted.ts',
  adapters: 'src/adapters/planted.ts',
  config: 'src/config.ts',
  app: 'src/app.ts',
  main: 'src/main.ts',
  testing: 'src/testing/planted.ts',
};
const web = {
  shared: 'src/shared/planted.ts',
  feature: 'src/features/planted/planted.ts',
  neighbour: 'src/features/neighbour/planted.ts',
  app: 'src/app/planted.ts',
  server: 'server/planted.ts',
  test: 'src/test/planted.ts',
};

const surfaces = ['graphql', 'http', 'events', 'jobs'] as const;
const outside = ['app', 'main', 'config', 'testing'] as const;
const outsideOf = (ring: string) => [
  'store',
  ...surfaces.filter((surface) => surface !== ring),
  'adapters',
  ...outside,
];

const rejectedInService: Record<string, readonly string[]> = {
  domain: ['use-cases', 'store', ...surfaces, 'adapters', ...outside],
  'use-cases': ['store', ...surfaces, 'adapters', ...outside],
  store: [...surfaces, ...outside],
  graphql: outsideOf('graphql'),
  http: outsideOf('http'),
  events: outsideOf('events'),
  jobs: outsideOf('jobs'),
  adapters: ['store', ...surfaces, ...outside],
  config: ['domain', 'use-cases', 'store', ...surfaces, 'app', 'main', 'testing'],
  app: ['main', 'testing'],
  main: ['domain', 'use-cases', 'store', ...surfaces, 'testing'],
};
const rejectedInWeb: Record<string, readonly string[]> = {
  shared: ['feature', 'app', 'server', 'test'],
  feature: ['neighbour', 'app', 'server', 'test'],
  app: ['server', 'test'],
  server: ['shared', 'feature', 'app', 'test'],
};

const stores = ['mongoose', 'kafkajs', 'ioredis'];
const strangers = ['@kumbuka/decks', '@kumbuka/gateway', '@kumbuka/testing', '@kumbuka/stack'];
const servers = [
  '@kumbuka/runtime',
  '@kumbuka/http-kit',
  '@kumbuka/service-kit',
  '@kumbuka/event-bus',
  '@kumbuka/identity',
];

const rejectedPackages: Record<string, readonly string[]> = {
  'services/planted/src/domain/planted.ts': [
    ...stores,
    ...strangers,
    ...servers,
    'fastify',
    'zod',
    'node:crypto',
  ],
  'services/planted/src/use-cases/planted.ts': [
    ...stores,
    ...strangers,
    '@kumbuka/service-kit',
    'fastify',
    'node:crypto',
  ],
  'services/planted/src/store/planted.ts': ['ts-fsrs', 'fastify', 'mercurius', 'kafkajs', ...strangers],
  'services/planted/src/graphql/planted.ts': [...stores, 'fastify', ...strangers],
  'services/planted/src/http/planted.ts': [...stores, ...strangers],
  'services/planted/src/events/planted.ts': [...stores, 'fastify', ...strangers],
  'services/planted/src/jobs/planted.ts': [...stores, 'fastify', ...strangers],
  'services/planted/src/app.ts': ['kafkajs', '@kumbuka/embedded', ...strangers],
  'apps/web/src/shared/planted.ts': [...servers, ...strangers, ...stores, 'fastify', 'node:fs'],
  'apps/web/src/features/planted/planted.ts': [...servers, ...strangers, ...stores, 'fastify', 'node:fs'],
  'apps/web/src/app/planted.ts': [...servers, ...strangers, ...stores, 'fastify', 'node:fs'],
  'apps/gateway/src/planted.ts': ['@kumbuka/service-kit', '@kumbuka/event-bus', 'kafkajs', '@kumbuka/decks'],
  'libs/text/src/planted.ts': [
    ...servers,
    ...strangers,
    '@kumbuka/contracts',
    'zod',
    'node:fs',
    'fast-check',
  ],
  'libs/card-maker/src/planted.ts': [...servers, ...strangers, '@kumbuka/contracts', 'zod', 'node:fs'],
  'libs/schedule/src/planted.ts': [...servers, ...strangers, '@kumbuka/text', 'zod', 'node:fs'],
  'libs/contracts/src/planted.ts': [...servers, ...strangers, 'node:fs', 'fastify'],
  'libs/http-kit/src/planted.ts': ['@kumbuka/service-kit', '@kumbuka/identity', ...strangers],
  'libs/runtime/src/planted.ts': ['@kumbuka/http-kit', '@kumbuka/identity', 'fastify', ...strangers],
  'libs/identity/src/planted.ts': ['@kumbuka/service-kit', ...strangers],
  'libs/event-bus/src/planted.ts': ['@kumbuka/service-kit', '@kumbuka/http-kit', 'fastify', ...strangers],
  'services/planted/src/domain/planted.test.ts': ['@kumbuka/decks', '@kumbuka/gateway'],
  'services/planted/src/testing/planted.ts': ['@kumbuka/decks', '@kumbuka/web/server'],
  'libs/event-bus/src/planted.test.ts': [
    '@kumbuka/auth',
    '@kumbuka/rest-facade',
    '@kumbuka/embedded',
    '@kumbuka/stack/health',
  ],
  'services/planted/src/planted.test.ts': ['@kumbuka/embedded/kafka', '@kumbuka/stack/health'],
  'apps/gateway/src/planted.test.ts': ['@kumbuka/embedded'],
  'tools/testing/src/planted.ts': ['@kumbuka/auth', '@kumbuka/gateway'],
  'libs/service-kit/src/planted.ts': [...strangers, 'kafkajs'],
};

let scratch = '';
let found: readonly string[] = [];
const plants = new Map<string, string[]>();

/** A file that imports `to` in every form. */
const plant = (file: string, to: string) =>
  plants.set(file, [...(plants.get(file) ?? []), ...forms.map((form) => form(to))]);

const relativeTo = (from: string, to: string) => {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
};
const pairsOf = (rejected: Record<string, readonly string[]>) =>
  Object.entries(rejected).flatMap(([from, all]) => all.map((to) => [from, to] as const));

const fileOf = (project: string, files: Record<string, string>, ring: string) =>
  join(project, files[ring] ?? '');
const specifiersOf = (ring: string) => {
  const file = service[ring as keyof typeof service];
  return (from: string) => [relativeTo(from, fileOf('services/planted', service, ring)), `#${file}`];
};

const inService = pairsOf(rejectedInService).flatMap(([from, to]) => {
  const file = fileOf('services/planted', service, from);
  return specifiersOf(to)(file).map((specifier) => [file, specifier] as const);
});
const inWeb = pairsOf(rejectedInWeb).map(([from, to]) => {
  const file = fileOf('apps/web', web, from);
  return [file, relativeTo(file, fileOf('apps/web', web, to))] as const;
});
const illegal = [
  ...inService,
  ...inWeb,
  ...pairsOf(rejectedPackages),
  ['services/planted/src/domain/planted.ts', '../../../decks/src/domain/deck.ts'],
  ['services/planted/src/domain/planted.ts', '../../../../libs/service-kit/src/index.ts'],
  ['apps/web/src/shared/planted.ts', '../../../../libs/http-kit/src/index.ts'],
  ['tools/embedded/mongo/bson/planted.ts', '../query/sort.ts'],
  ['tools/embedded/mongo/query/planted.ts', '../commands/catalog.ts'],
  ['tools/embedded/mongo/commands/planted.ts', '../server.ts'],
  ['tools/embedded/kafka/planted.ts', '../mail/index.ts'],
] as const;

const circle = {
  'services/planted/src/domain/one.ts': "import type { Two } from './two.ts';",
  'services/planted/src/domain/two.ts': "export * from '#src/domain/three.ts';",
  'services/planted/src/domain/three.ts': "export const one = () => import('../domain/one.ts');",
};

function write(file: string, text: string) {
  mkdirSync(dirname(join(scratch, file)), { recursive: true });
  writeFileSync(join(scratch, file), text);
}

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'kumbuka-import-rules-'));
  for (const project of projects) write(`${project}/package.json`, read(project, 'package.json'));
  write('services/planted/package.json', '{ "name": "@kumbuka/planted" }');
  for (const [file, to] of illegal) plant(file, to);
  for (const [file, lines] of plants) write(file, lines.join('\n'));
  for (const [file, text] of Object.entries(circle)) write(file, text);
  found = violations(readModules(scratch));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('an illegal import is rejected in every form', () => {
  it.each(illegal)('the import rules reject in %s an import of %s', (file, to) => {
    const sentence = `${file} must not import '${to}'`;
    expect(found.filter((each) => each === sentence)).toHaveLength(forms.length);
  });

  it('the import rules reject the planted imports and nothing else', () => {
    const planted = new Set(illegal.map(([file, to]) => `${file} must not import '${to}'`));
    expect(found.filter((sentence) => !planted.has(sentence))).toEqual([]);
  });
});

it('an import cycle of types, re-exports and dynamic imports is found', () => {
  expect(cyclesIn(readModules(scratch))).toContainEqual(Object.keys(circle).toSorted());
});

it('files of the web client and of services without a ring are found', () => {
  const planted = ['apps/web/src/helpers/planted.ts', 'services/decks/src/helpers/planted.ts'];
  for (const file of planted) write(file, 'export const x = 1;');
  expect(misplaced(readModules(scratch)).toSorted()).toEqual(planted);
});
