import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CatalogInvalid, readCatalog } from './catalog-store.ts';

const folder = fileURLToPath(new URL('../../catalog', import.meta.url));
const { decks } = readCatalog(folder);
const repeated = (values: readonly string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);

/** Ids in learners' copies: files may be added, but these ids must keep their meaning. */
const promised: [id: number, title: string][] = [
  [1, 'Ngeli za Kiswahili'],
  [2, 'Methali za Kiswahili'],
  [3, 'Kenya: The Road to Independence'],
  [4, 'Physical Geography of Kenya'],
  [5, 'KCSE Biology: Cells and Transport'],
  [6, 'KCSE Chemistry: Core Facts'],
  [7, 'KCSE Physics: Laws and Formulae'],
  [8, 'KCSE Mathematics: Formulae to Know'],
  [9, 'English: Figures of Speech and Usage'],
  [10, 'Computer Studies: The Essentials'],
  [11, 'Business Studies: Key Ideas'],
  [12, 'World Capitals'],
  [13, 'Capitals of East Africa and its Neighbours'],
  [14, 'The Constitution of Kenya'],
  [15, 'The Solar System'],
  [16, 'First Aid Essentials'],
  [17, 'Learning How to Learn'],
  [18, 'KCSE Agriculture: Crops, Soil and Livestock'],
];

describe('the starter catalogue', () => {
  it('has at least 12 decks in at least 6 subjects', () => {
    expect(decks.length).toBeGreaterThanOrEqual(12);
    expect(new Set(decks.map(({ subject }) => subject)).size).toBeGreaterThanOrEqual(6);
  });

  it.each(promised)('keeps %i for %s', (id, title) =>
    expect(decks.find((deck) => deck.id === id)?.title).toBe(title),
  );

  it('names each file after its id', () => {
    const ids = readdirSync(folder).map((file) => Number(file.slice(0, 2)));
    expect(ids.toSorted((left, right) => left - right)).toEqual(decks.map(({ id }) => id));
  });

  const inKiswahili = [1, 2];
  it.each(decks.filter(({ id }) => !inKiswahili.includes(id)))(
    'has other texts for $title in Kiswahili',
    ({ kiswahili, title, description }) => {
      expect(kiswahili?.title).not.toBe(title);
      expect(kiswahili?.description).not.toBe(description);
    },
  );

  it('has no title twice', () => expect(repeated(decks.map(({ title }) => title))).toEqual([]));

  it.each(decks)('has 12 or more cards in $title, no question twice', ({ cards }) => {
    expect(cards.length).toBeGreaterThanOrEqual(12);
    expect(repeated(cards.map(({ front }) => front.toLowerCase()))).toEqual([]);
  });

  it.each(decks)('keeps the cards of $title short and tidy', ({ cards }) => {
    for (const text of cards.flatMap(({ front, back }) => [front, back])) {
      expect(text).toBe(text.trim().normalize('NFC'));
      expect(text).not.toMatch(/ {2}|\p{Cc}/u);
      expect(text.length).toBeLessThanOrEqual(240);
    }
  });
});

describe('reading a catalogue', () => {
  const folderWith = (files: Record<string, unknown>) => {
    const made = mkdtempSync(join(tmpdir(), 'catalog-'));
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(made, name), typeof content === 'string' ? content : JSON.stringify(content));
    return made;
  };
  const valid = {
    id: 1,
    title: 'T',
    subject: 'S',
    category: 'C',
    difficulty: 1,
    description: 'D',
    cards: [{ front: 'Q', back: 'A' }],
  };
  const problemsOf = (files: Record<string, unknown>) => {
    try {
      readCatalog(folderWith(files));
      return [];
    } catch (error) {
      return error instanceof CatalogInvalid ? error.problems : [String(error)];
    }
  };

  it('reads only deck files', () =>
    expect(readCatalog(folderWith({ 'a.json': valid, 'notes.txt': 'x' })).decks).toEqual([valid]));
  it('reports every problem of every file at once', () =>
    expect(
      problemsOf({ 'a.json': { ...valid, difficulty: 6 }, 'b.json': { ...valid, cards: [] }, 'c.json': '{' }),
    ).toEqual([
      expect.stringContaining('a.json difficulty'),
      expect.stringContaining('b.json cards'),
      expect.stringContaining('c.json'),
    ]));
  it('refuses an id that is used twice', () =>
    expect(problemsOf({ 'a.json': valid, 'b.json': { ...valid, title: 'U' } })).toEqual([
      'U: the id 1 is taken.',
    ]));
  it('refuses a field that it does not know', () =>
    expect(problemsOf({ 'a.json': { ...valid, cardz: [] } })).toEqual([expect.stringContaining('a.json')]));
});
