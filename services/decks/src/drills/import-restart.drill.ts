import { fixture } from '@kumbuka/card-files/testing';
import { eventually } from '@kumbuka/testing/servers';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startImportTest, type ImportTest } from '../testing/import-suite.ts';

/** Owns the stores; another process of decks on them is stopped and started. */
let first: ImportTest;
beforeAll(async () => {
  first = await startImportTest();
});
afterAll(() => first.stop());

const cards = 3_018;
const anotherProcess = () => {
  const { stack, studies, folder } = first;
  return startImportTest({ stack, studies, folder });
};

async function cardsOf(decks: ImportTest, as: number) {
  const { data } = await decks.graphql(
    '{ viewer { decks(perPage: 100) { items { title cardCount flashcards(perPage: 1) { pageInfo { totalItems } } } } } }',
    {},
    { as },
  );
  type Shown = { title: string; cardCount: number; flashcards: { pageInfo: { totalItems: number } } };
  return (data.viewer.decks.items as Shown[])
    .map(({ title, cardCount, flashcards }) => [title, cardCount, flashcards.pageInfo.totalItems] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

describe('a long import', () => {
  it('shows its first deck before it ends, and a restart in between repeats and loses nothing', async () => {
    const as = 7_400;
    const stopped = await anotherProcess();
    const bytes = await readFile(fixture('anki/typical.apkg'));
    const id = await stopped.upload(bytes, 'typical.apkg', as);
    await stopped.until(id, 'READY', as);
    // Schedules cannot be handed over, so that the run waits behind its first deck.
    first.studies.setDown(true);
    await stopped.send('startImport', { id }, as);
    await eventually(async () => expect((await cardsOf(stopped, as)).length).toBeGreaterThan(0), 60_000);
    const [shown] = await cardsOf(stopped, as);
    expect(shown?.[1]).toBeGreaterThan(0);
    expect(shown?.[2]).toBe(shown?.[1]);
    expect(await stopped.read(id, as)).toMatchObject({ state: 'RUNNING' });
    await stopped.stop();
    first.studies.setDown(false);

    const done = await first.until(id, 'DONE', as);
    expect(done).toMatchObject({ addedCards: cards, failure: null });
    const whole = 7_401;
    await first.importFile('anki/typical.apkg', whole);
    const restarted = await cardsOf(first, as);
    expect(restarted).toEqual(await cardsOf(first, whole));
    expect(restarted.reduce((sum, [, count]) => sum + count, 0)).toBe(cards);
    expect(done.scheduledCards).toBe((await first.read((await latestOf(whole)).id, whole)).scheduledCards);
  }, 240_000);

  it('of which two devices send every piece and start it adds each card once', async () => {
    const as = 7_402;
    const other = await anotherProcess();
    try {
      const bytes = await readFile(fixture('anki/small.one-deck.apkg'));
      const file = { fileName: 'africa.apkg', size: bytes.length };
      const { id } = await first.send('createImport', file, as);
      expect(await other.send('createImport', file, as)).toMatchObject({ id });
      const piece = { id, offset: 0, data: bytes.toString('base64') };
      await Promise.all([first, other].map((device) => device.send('uploadImportPiece', piece, as)));
      await first.until(id, 'READY', as);
      await Promise.all([first, other].map((device) => device.send('startImport', { id }, as)));
      expect(await other.until(id, 'DONE', as)).toMatchObject({ addedCards: 4 });
      expect((await cardsOf(first, as)).map(([, count, stored]) => [count, stored])).toEqual([[4, 4]]);
    } finally {
      await other.stop();
    }
  }, 120_000);
});

async function latestOf(as: number): Promise<{ id: string }> {
  const { data } = await first.graphql('{ viewer { imports { id } } }', {}, { as });
  return data.viewer.imports[0];
}
