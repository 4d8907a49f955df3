import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** Illegal imports by file: of another ring, another project, a tool or a package. */
const planted: Record<string, readonly string[]> = {
  'services/planted/src/domain/planted.ts': [
    '../use-cases/planted.ts',
    '#src/store/planted.ts',
    '../../../decks/src/domain/deck.ts',
    '../../../../libs/service-kit/src/index.ts',
    '@kumbuka/runtime',
    'mongoose',
    'zod',
    'node:crypto',
  ],
  'services/planted/src/use-cases/planted.ts': ['../store/planted.ts', '@kumbuka/service-kit', 'fastify'],
  'services/planted/src/store/planted.ts': ['../graphql/planted.ts', 'ts-fsrs', 'kafkajs'],
  'services/planted/src/graphql/planted.ts': ['../http/planted.ts', 'mongoose'],
  'services/planted/src/http/planted.ts': ['../events/planted.ts', 'ioredis'],
  'services/planted/src/app.ts': ['./main.ts', '@kumbuka/embedded', '@kumbuka/testing'],
  'services/planted/src/main.ts': ['./domain/planted.ts'],
  'services/planted/src/domain/planted.test.ts': ['@kumbuka/decks', '@kumbuka/gateway'],
  'services/planted/src/planted.test.ts': ['@kumbuka/embedded/kafka', '@kumbuka/stack/health'],
  'apps/web/src/shared/planted.ts': [
    '../features/planted/planted.ts',
    '../../../../libs/http-kit/src/index.ts',
    '@kumbuka/http-kit',
    'node:fs',
  ],
  'apps/web/src/features/planted/planted.ts': ['../neighbour/planted.ts', '../../app/planted.ts'],
  'apps/gateway/src/planted.ts': ['@kumbuka/service-kit', '@kumbuka/decks'],
  'libs/text/src/planted.ts': ['@kumbuka/contracts', 'zod'],
  'libs/contracts/src/planted.ts': ['@kumbuka/runtime', 'fastify'],
  'libs/event-bus/src/planted.ts': ['@kumbuka/http-kit', '@kumbuka/testing'],
  'libs/service-kit/src/planted.ts': ['kafkajs'],
  'tools/testing/src/planted.ts': ['@kumbuka/auth'],
  'tools/embedded/mongo/bson/planted.ts': ['../query/sort.ts'],
  'tools/embedded/kafka/planted.ts': ['../mail/index.ts'],
};
const illegal = Object.entries(planted).flatMap(([from, all]) => all.map((to) => [from, to] as const));

const circle = {
  'services/planted/src/domain/one.ts': "import type { Two } from './two.ts';",
  'services/planted/src/domain/two.ts': "export * from '#src/domain/three.ts';",
  'services/planted/src/domain/three.ts': "export const one = () => import('../domain/one.ts');",
};

let scratch = '';
let found: readonly string[] = [];

function write(file: string, text: string) {
  mkdirSync(dirname(join(scratch, file)), { recursive: true });
  writeFileSync(join(scratch, file), text);
}

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'kumbuka-import-rules-'));
  for (const project of projects) write(`${project}/package.json`, read(project, 'package.json'));
  write('services/planted/package.json', '{ "name": "@kumbuka/planted" }');
  for (const [file, all] of Object.entries(planted))
    write(file, all.flatMap((to) => forms.map((form) => form(to))).join('\n'));
  for (const [file, text] of Object.entries(circle)) write(file, text);
  found = violations(readModules(scratch));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it.each(illegal)('the import rules reject in %s an import of %s, in every form', (file, to) => {
  const sentence = `${file} must not import '${to}'`;
  expect(found.filter((each) => each === sentence)).toHaveLength(forms.length);
});

it('an import cycle of types, re-exports and dynamic imports is found', () => {
  expect(cyclesIn(readModules(scratch))).toContainEqual(Object.keys(circle).toSorted());
});

it('files of the web client and of services without a ring are found', () => {
  const planted = ['apps/web/src/helpers/planted.ts', 'services/decks/src/helpers/planted.ts'];
  for (const file of planted) write(file, 'export const x = 1;');
  expect(misplaced(readModules(scratch)).toSorted()).toEqual(planted);
});
