import { hostileShapes } from '@kumbuka/card-files/testing/shapes';
import { eventually } from '@kumbuka/testing/servers';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startImportTest, type ImportTest } from '../testing/import-suite.ts';

let test: ImportTest;
beforeAll(async () => {
  test = await startImportTest();
});
afterAll(() => test.stop());

let learner = 500;
const next = () => ++learner;

async function numberOfDecks(as: number): Promise<number> {
  const { data } = await test.graphql('{ viewer { decks { pageInfo { totalItems } } } }', {}, { as });
  return data.viewer.decks.pageInfo.totalItems;
}
const folderIsEmpty = () => eventually(async () => expect(await readdir(test.folder)).toEqual([]));
const nextImport = async (as: number) =>
  expect(await test.importFile('anki/old.v1.apkg', as)).toMatchObject({ state: 'DONE', addedCards: 11 });

it.each([
  ['wrong-magic-pdf.apkg', 'not-anki'],
  ['empty.apkg', 'empty'],
  ['encrypted.apkg', 'encrypted'],
  ['version-99.apkg', 'newer-anki'],
  ['truncated-60-percent.apkg', 'damaged'],
  ['sqlite-view-without-end.apkg', 'unsafe-database'],
  ['sqlite-broken-pages.apkg', 'damaged'],
  ['picture.zip-renamed.apkg', 'not-anki'],
])('%s ends as %s, leaves the account unchanged, and the next import works', async (name, failure) => {
  const as = next();
  expect(await test.importFile(`hostile/${name}`, as)).toMatchObject({
    state: 'FAILED',
    addedCards: 0,
    failure,
  });
  expect(await numberOfDecks(as)).toBe(0);
  await folderIsEmpty();
  await nextImport(as);
});

it.each([
  ['huge-field-24-mib.apkg', 2, ['field-too-long', 'unused-media']],
  ['picture-60000x60000.apkg', 3, ['bad-media']],
  ['media-names-traversal.apkg', 3, ['bad-media', 'missing-media']],
  ['media-names-nul.apkg', 3, ['bad-media', 'missing-media', 'unused-media']],
  ['script-in-template.apkg', 3, ['css', 'formatting', 'missing-media', 'script']],
  ['script-in-field.apkg', 3, ['formatting', 'remote-media', 'script', 'unused-media']],
  ['svg-with-script.apkg', 3, ['bad-media']],
  ['media-sizes-lie.apkg', 3, ['media-mismatch', 'missing-media']],
  ['duplicate-guids.apkg', 3, ['duplicate-guid']],
])('%s brings %i cards and reports the rest, and the next import works', async (name, cards, reports) => {
  const as = next();
  const done = await test.importFile(`hostile/${name}`, as);
  expect(done).toMatchObject({ state: 'DONE', addedCards: cards });
  const codes = new Set((done.reports as { code: string }[]).map(({ code }) => code));
  expect([...codes].sort()).toEqual(reports);
  await folderIsEmpty();
  await nextImport(as);
});

it('a picture that cannot be drawn is reported by its name, and its card is shown without it', async () => {
  const done = await test.importFile('hostile/picture-60000x60000.apkg', next());
  expect(done.reports).toContainEqual({ code: 'bad-media', count: 1, line: null, text: 'dot.png' });
});

it.each([
  ['a media list of null', 'damaged'],
  ['a log of zeros of 200 MiB', 'expands-too-far'],
  ['cards of a depth of 500,000', 'damaged'],
  ['only a field of 10 MB', 'sides-too-long'],
])('%s ends as %s, and the next import works', async (name, failure) => {
  const as = next();
  const shape = hostileShapes[name];
  const id = await test.upload((await shape?.make()) ?? new Uint8Array(), shape?.fileName ?? '', as);
  expect(await test.until(id, 'READY', as)).toMatchObject({ state: 'FAILED', failure });
  expect(await numberOfDecks(as)).toBe(0);
  await nextImport(as);
});
