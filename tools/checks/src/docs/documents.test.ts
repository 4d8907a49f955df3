import { events, serviceNames, type EventContract } from '@kumbuka/contracts';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { consumedBy } from '../repository/consumed-events.ts';
import { deadCommandsIn, missingIn, wrongEventsIn } from './documents.ts';
import { read, root } from '../files.ts';

it('every link, path and command that a document names exists', async () => {
  expect(await missingIn(root)).toEqual([]);
});

it('every command that a comment, a message or a manifest names exists', async () => {
  expect(await deadCommandsIn(root)).toEqual([]);
});

it('every decision has a number of its own', () => {
  const numbers = globSync('docs/decisions/[0-9]*.md', { cwd: root }).map((file) =>
    basename(file).slice(0, 3),
  );
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

it('the index of decisions lists each page by its title', () => {
  const folder = join(root, 'docs/decisions');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').split('\n');
  const titles = globSync('[0-9]*.md', { cwd: folder }).map((file) => {
    const [, number = '', title = ''] = /^# (\d{3}) (.*)$/.exec(read(file)[0] ?? '') ?? [];
    return `- [${number}](${file}) ${title}`;
  });
  const listed = read('README.md').filter((line) => line.startsWith('- ['));
  expect(listed.toSorted()).toEqual(titles.toSorted());
});

const namesOf = (contracts: readonly EventContract[]) => [
  ...new Set(contracts.map(({ type, source }) => type.slice(source.length + 1))),
];

it.each(serviceNames)('the README of %s names the events that it publishes and consumes', (service) => {
  const document = `services/${service}/README.md`;
  const found = wrongEventsIn(document, read(document), {
    Publishes: namesOf(events.filter(({ source }) => source === service)),
    Consumes: namesOf(consumedBy(service)),
  });
  expect(found).toEqual([]);
});

it.each([
  [
    'in a list',
    '- **Publishes** on `mail.events`: letter-sent, letter-lost.\n- **Consumes** auth.user-deleted.',
  ],
  ['in a table', '| Publishes | letter-sent, letter-lost |\n| Consumes  | auth: user-deleted |'],
])('a README with a missing or a wrong event %s is rejected', (_where, readme) => {
  const right = { Publishes: ['letter-sent', 'letter-lost'], Consumes: ['user-deleted'] };
  expect(wrongEventsIn('README.md', readme, right)).toEqual([]);
  const wrong = { Publishes: ['letter-sent', 'letter-read'], Consumes: [] };
  expect(wrongEventsIn('README.md', readme, wrong)).toEqual([
    'README.md lacks letter-read in its line Publishes',
    'README.md names letter-lost in its line Publishes, which is wrong',
    'README.md names user-deleted in its line Consumes, which is wrong',
  ]);
});

let scratch = '';
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(scratch, file)), { recursive: true });
  writeFileSync(join(scratch, file), text);
};

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'kumbuka-documents-'));
  write('package.json', '{ "scripts": { "check": "", "suite": "" } }');
  write('tools/stack/bootstrap/commands.mjs', 'export const families = { suite: { mongo: "" } };');
  write('services/mail/src/domain/letter.ts', '');
  write('docs/decisions/001-one.md', '');
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it.each([
  ['a dead link', '[map](docs/map.md)', 'README.md links to docs/map.md, which is not there'],
  ['a dead picture', '![it](docs/it.png)', 'README.md links to docs/it.png, which is not there'],
  [
    'a dead file',
    '`services/mail/src/app.ts`',
    'README.md names services/mail/src/app.ts, which is not there',
  ],
  ['a dead folder', '`tools/drills`', 'README.md names tools/drills, which is not there'],
  ['a dead command', '`npm run drills`', 'README.md names npm run drills, which is no command'],
  ['a dead suite', '`npm run suite -- dead`', 'README.md names npm run suite -- dead, which is no command'],
])('a document with %s is rejected', async (_what, text, sentence) => {
  write('README.md', text);
  expect(await missingIn(scratch)).toEqual([sentence]);
});

it.each([
  ['a comment', 'services/mail/src/start.ts', '/** Run `npm run drills`. */'],
  ['a manifest', 'k8s/base/mail.yaml', '# made by `npm run drills`'],
])('a dead command in %s is rejected', async (_what, file, text) => {
  write(file, text);
  onTestFinished(() => rmSync(join(scratch, file)));
  expect(await deadCommandsIn(scratch)).toEqual([`${file} names npm run drills, which is no command`]);
});

it('links and paths are resolved from the root, the document and its project', async () => {
  write(
    'README.md',
    '[decisions](docs/decisions#why), `docs/decisions/001`, `npm run suite -- mongo`, `npm run check -- --all`',
  );
  write('services/mail/README.md', '`domain/letter.ts`, `src/domain/letter.ts`, [root](../../README.md)');
  expect(await missingIn(scratch)).toEqual([]);
});
