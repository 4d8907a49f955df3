import { expected } from '@kumbuka/card-files/testing';
import { mediaNamesIn } from '@kumbuka/contracts/media';
import { dayOfDate } from '@kumbuka/contracts/study-day';
import { eventually } from '@kumbuka/testing/servers';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startImportTest, type ImportTest } from '../testing/import-suite.ts';

let test: ImportTest;
beforeAll(async () => {
  test = await startImportTest();
});
afterAll(() => test.stop());

let learner = 500;
const next = () => ++learner;
const csv = (...lines: string[]) => Buffer.from(`${lines.join('\n')}\n`);

interface ShownCard {
  id: string;
  frontText: string;
  backText: string;
  isSuspended: boolean;
  isFlagged: boolean;
}
async function cardsOf(as: number): Promise<Map<string, ShownCard[]>> {
  const { data, errors } = await test.graphql(
    '{ viewer { decks(perPage: 100) { items { title flashcards(perPage: 40) { items { id frontText backText isSuspended isFlagged } } } } } }',
    {},
    { as },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return new Map(
    data.viewer.decks.items.map((deck: { title: string; flashcards: { items: ShownCard[] } }) => [
      deck.title,
      deck.flashcards.items,
    ]),
  );
}
const numberOfCards = async (as: number) => [...(await cardsOf(as)).values()].flat().length;

describe('the import of a package', () => {
  it('a package of Anki comes with its decks, and every named card is due on its day', async () => {
    const as = next();
    const done = await test.importFile('anki/small.current.schedule.media.apkg', as);
    expect(done).toMatchObject({
      state: 'DONE',
      failure: null,
      format: 'anki-package',
      notes: 12,
      cards: 20,
      addedCards: 20,
    });
    expect(done.madeDecks).toHaveLength(6);
    expect(await numberOfCards(as)).toBe(20);
    const dueDays = [...test.studies.cards.values()].map(({ schedule }) => schedule?.dueDay);
    const named = expected['small.current.schedule.media.apkg']?.named_cards ?? [];
    expect(named.length).toBeGreaterThan(8);
    for (const { due } of named) expect(dueDays).toContain(dayOfDate(due));
    const reviews = [...test.studies.cards.values()].flatMap(({ history }) => history?.ratings ?? []);
    expect(reviews.filter((rating) => rating > 0)).toHaveLength(148);
    await eventually(async () => expect(await readdir(test.folder)).toEqual([]));
  });

  it('the pictures and sounds of a package are stored, and its cards show them', async () => {
    const as = next();
    await test.importFile('anki/small.current.schedule.media.apkg', as);
    const texts = [...(await cardsOf(as)).values()]
      .flat()
      .map(({ frontText, backText }) => frontText + backText);
    const shown = new Set(texts.flatMap(mediaNamesIn));
    expect(new Set([...shown].map((name) => name.split('.').at(-1)))).toEqual(
      new Set(['webp', 'wav', 'mp3']),
    );
    expect(shown.size).toBeGreaterThan(6);
    expect(texts.filter((text) => text.includes('](<'))).toEqual([]);
  });

  it('an image occlusion is one of ours, with its parts over the stored picture, and can be edited', async () => {
    const as = next();
    await test.importFile('anki/small.current.schedule.media.apkg', as);
    const cards = [...(await cardsOf(as)).values()].flat();
    const parts = cards.filter(({ frontText }) => frontText.includes('#parts='));
    const drawn = /!\[[^\]]*\((\d\/2)\)\]\(\/media\/[\w-]{32}-\d+x\d+\.webp#parts=\1;([acs,;\d]+)\)/;
    expect(
      parts.map(({ frontText, backText }) => [frontText, backText].map((side) => drawn.exec(side)?.[2])),
    ).toEqual([
      ['a,1000,1000,2000,3000', 's,1000,1000,2000,3000'],
      ['c,1000,1000,2000,3000;a,6000,5000,2000,3000', 'c,1000,1000,2000,3000;s,6000,5000,2000,3000'],
    ]);
    const query = 'query ($ids: [ID!]!) { flashcards(ids: $ids) { kind note { kind fields } } }';
    const { data } = await test.graphql(query, { ids: parts.map(({ id }) => id) }, { as });
    expect(data.flashcards[1]).toMatchObject({ kind: 'image-occlusion', note: { kind: 'image-occlusion' } });
    expect(data.flashcards[0].note.fields[0].split('\n')).toHaveLength(2);
  });

  it('the same package again adds nothing, under any name', async () => {
    const as = next();
    await test.importFile('anki/small.current.schedule.media.apkg', as);
    const again = await test.importFile('anki/small.legacy.schedule.no-media.apkg', as);
    expect(again).toMatchObject({ state: 'DONE', addedCards: 0, madeDecks: [] });
    expect(again.existingCards).toBe(20);
    expect(await numberOfCards(as)).toBe(20);
  });

  it('an undo within a day removes every card and deck, and the file can be imported again', async () => {
    const as = next();
    const { id } = await test.importFile('anki/old.v2.apkg', as);
    expect(await numberOfCards(as)).toBe(11);
    await test.send('undoImport', { id }, as);
    await test.until(id, 'UNDONE', as);
    expect(await cardsOf(as)).toEqual(new Map());
    expect(await test.importFile('anki/old.v2.apkg', as)).toMatchObject({ state: 'DONE', addedCards: 11 });
  });

  it('an undo keeps what the learner added to the decks of the import', async () => {
    const as = next();
    const { id, madeDecks } = await test.importFile('anki/small.one-deck.apkg', as);
    const input = { deckId: madeDecks[0].id, frontText: 'mine', backText: 'too' };
    await test.graphql(
      'mutation ($input: AddFlashcardInput!) { addFlashcard(input: $input) { id } }',
      { input },
      { as },
    );
    await test.send('undoImport', { id }, as);
    await test.until(id, 'UNDONE', as);
    expect([...(await cardsOf(as)).values()].flat()).toMatchObject([{ frontText: 'mine' }]);
  });

  it('another learner neither sees nor starts nor undoes an import', async () => {
    const [as, other] = [next(), next()];
    const { id } = await test.importFile('anki/small.one-deck.apkg', as);
    expect(await test.read(id, other)).toBeUndefined();
    for (const mutation of ['startImport', 'undoImport'])
      expect(await test.send(mutation, { id }, other)).toEqual({ code: 'IMPORT_NOT_FOUND' });
    expect(await numberOfCards(as)).toBe(4);
  });
});

describe('the import of a table', () => {
  it('a table waits for the learner, who may map its columns otherwise', async () => {
    const as = next();
    const id = await test.upload(csv('wort,word,note', 'Haus,house,x', 'Baum,tree,y'), 'words.csv', as);
    const ready = await test.until(id, 'READY', as);
    expect(ready).toMatchObject({ format: 'table', addedCards: 2, decks: [{ path: 'words', cards: 2 }] });
    expect(await numberOfCards(as)).toBe(0);
    await test.send(
      'prepareImport',
      { id, deck: 'Mine', mapping: { hasHeader: false, front: 1, back: 0 } },
      as,
    );
    expect(await test.until(id, 'READY', as)).toMatchObject({
      addedCards: 3,
      table: { mapping: { front: 1 } },
    });
    await test.send('startImport', { id }, as);
    await test.until(id, 'DONE', as);
    expect(
      [...(await cardsOf(as))].map(([title, cards]) => [title, cards.map(({ frontText }) => frontText)]),
    ).toEqual([['Mine', ['word', 'house', 'tree']]]);
  });

  it('a grown table adds only its new lines', async () => {
    const as = next();
    const first = await test.upload(csv('a\tb', 'c\td'), 'list.tsv', as);
    await test.until(first, 'READY', as);
    await test.send('startImport', { id: first }, as);
    await test.until(first, 'DONE', as);
    const second = await test.upload(csv('a\tb', 'c\td', 'e\tf'), 'list.tsv', as);
    expect(await test.until(second, 'READY', as)).toMatchObject({ addedCards: 1, existingCards: 2 });
    await test.send('startImport', { id: second }, as);
    expect(await test.until(second, 'DONE', as)).toMatchObject({ addedCards: 1 });
    expect([...(await cardsOf(as)).values()].flat().map(({ frontText }) => frontText)).toEqual([
      'a',
      'c',
      'e',
    ]);
    await test.send('undoImport', { id: second }, as);
    await test.until(second, 'UNDONE', as);
    expect(await numberOfCards(as)).toBe(2);
  });
});

describe('limits of an account', () => {
  it('a file with more decks than the account has room for adds nothing, and says why', async () => {
    const as = next();
    const rows = Array.from({ length: 1_001 }, (_, at) => `q${at},a${at},deck ${at}`);
    const id = await test.upload(csv('Front,Back,Deck', ...rows), 'decks.csv', as);
    expect(await test.until(id, 'READY', as)).toMatchObject({ addedCards: 1_001 });
    await test.send('startImport', { id }, as);
    expect(await test.until(id, 'FAILED', as)).toMatchObject({ failure: 'limit-reached', addedCards: 0 });
    expect(await cardsOf(as)).toEqual(new Map());
  });

  it('a side of 10,000 characters is a card, and a longer one is reported with its line', async () => {
    const as = next();
    const id = await test.upload(csv(`q1,${'x'.repeat(10_000)}`, `q2,${'x'.repeat(10_001)}`), 'long.csv', as);
    const ready = await test.until(id, 'READY', as);
    expect(ready).toMatchObject({ addedCards: 1, reports: [{ code: 'side-too-long', line: 2, text: 'q2' }] });
  });

  it('a deck of a path has the path as its title', async () => {
    const as = next();
    const id = await test.upload(csv('Front,Back,Deck', 'q,a,Languages::Kiswahili'), 'path.csv', as);
    await test.until(id, 'READY', as);
    await test.send('startImport', { id }, as);
    expect((await test.until(id, 'DONE', as)).madeDecks).toMatchObject([{ title: 'Languages / Kiswahili' }]);
  });
});

describe('an upload in pieces', () => {
  const start = async (as: number, size: number) =>
    test.send('createImport', { fileName: 'a.csv', size }, as);
  const piece = (id: string, offset: number, text: string, as: number) =>
    test.send('uploadImportPiece', { id, offset, data: Buffer.from(text).toString('base64') }, as);

  it('an upload in pieces goes on where it stopped, and a piece may come twice', async () => {
    const as = next();
    const { id } = await start(as, 16);
    await piece(id, 0, 'one\tuno\n', as);
    expect(await piece(id, 0, 'one\tuno\n', as)).toMatchObject({ received: 8 });
    const resumed = await start(as, 16);
    expect(resumed).toMatchObject({ id, received: 8, state: 'UPLOADING' });
    expect(await piece(id, 12, 'late', as)).toEqual({ code: 'IMPORT_PIECE_MISSING' });
    await piece(id, 8, 'two\tdos\n', as);
    expect(await test.until(id, 'READY', as)).toMatchObject({ addedCards: 2 });
  });

  it('a piece beyond the size of the file is refused', async () => {
    const as = next();
    const { id } = await start(as, 4);
    expect(await piece(id, 0, 'longer', as)).toEqual({ code: 'TOO_LARGE' });
  });

  it('a file above 250 MiB is refused before a byte of it is sent', async () =>
    expect(await start(next(), 250 * 1024 * 1024 + 1)).toEqual({ code: 'TOO_LARGE' }));

  it('an archive of an account may have 1 GiB', async () => {
    const archive = (size: number) => test.send('createImport', { fileName: 'Kumbuka.zip', size }, next());
    expect(await archive(1024 * 1024 * 1024)).toMatchObject({ state: 'UPLOADING' });
    expect(await archive(1024 * 1024 * 1024 + 1)).toEqual({ code: 'TOO_LARGE' });
  });

  it('a learner imports at most 20 files a day', async () => {
    const as = next();
    for (let count = 0; count < 20; count++) expect(await start(as, 100 + count)).toHaveProperty('id');
    expect(await start(as, 999)).toEqual({ code: 'LIMIT_REACHED' });
    expect(await start(next(), 999)).toHaveProperty('id');
  });

  it('another file replaces an upload, whose bytes are removed', async () => {
    const as = next();
    const first = await start(as, 100);
    await piece(first.id, 0, 'x', as);
    await start(as, 200);
    expect(await test.read(first.id, as)).toMatchObject({ state: 'UNDONE' });
    expect(await readdir(test.folder)).not.toContain(first.id);
  });
});
