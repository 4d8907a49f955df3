import { eventually } from '@kumbuka/testing/servers';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startImportTest, type ImportTest } from '../testing/import-suite.ts';

let test: ImportTest;
beforeAll(async () => {
  test = await startImportTest();
});
afterAll(() => test.stop());

async function numberOfDecks(as: number): Promise<number> {
  const { data } = await test.graphql('{ viewer { decks { pageInfo { totalItems } } } }', {}, { as });
  return data.viewer.decks.pageInfo.totalItems;
}

const files = [
  'wrong-magic-pdf.apkg',
  'empty.apkg',
  'encrypted.apkg',
  'version-99.apkg',
  'truncated-60-percent.apkg',
  'sqlite-view-without-end.apkg',
  'sqlite-broken-pages.apkg',
  'picture.zip-renamed.apkg',
].map((name, index) => [name, 500 + index] as const);

it.each(files)(
  'hostile file %s ends with its reason, leaves the account unchanged, and the next import works',
  async (name, as) => {
    const failed = await test.importFile(`hostile/${name}`, as);
    expect(failed).toMatchObject({ state: 'FAILED', addedCards: 0 });
    expect(failed.failure).toMatch(/^[a-z-]+$/);
    expect(await numberOfDecks(as)).toBe(0);
    await eventually(async () => expect(await readdir(test.folder)).toEqual([]));
    expect(await test.importFile('anki/small.one-deck.apkg', as)).toMatchObject({
      state: 'DONE',
      addedCards: 4,
    });
  },
);
