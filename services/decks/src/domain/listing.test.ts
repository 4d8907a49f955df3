import { describe, expect, it } from 'vitest';
import { titleKeyOf } from './deck.ts';
import { facetsOf, keyToFind, matchOf, namesFacets } from './listing.ts';

describe('the search text', () => {
  it.each([undefined, '', ' \u00a0', '\u200b'])('is no search when it is %j', (text) => {
    expect(keyToFind(text)).toBeNull();
  });
  it('is the key of titles and cards', () => expect(keyToFind('CELL\u2028Cycle')).toBe('cell cycle'));
});

describe('a subject', () => {
  const spellings = {
    subjects: ['Biology', 'E\u0301conomie', 'biology ', 'Économie', 'BIOLOGY', 'Art'],
    categories: ['KCSE'],
  };
  it('that is spelt in several ways is one filter, named as first typed', () => {
    expect(facetsOf(spellings).subjects).toEqual(['Art', 'Biology', 'E\u0301conomie']);
  });
  it('finds the decks of all its spellings', () => {
    expect(matchOf({ subject: ' BIOLOGY' }, spellings).subjects).toEqual(['Biology', 'biology ', 'BIOLOGY']);
    expect(matchOf({ subject: 'Physics' }, spellings).subjects).toEqual([]);
  });
  it('that is empty does not filter', () => {
    expect(matchOf({ subject: '', category: ' ' }, spellings)).toMatchObject({
      subjects: undefined,
      categories: undefined,
    });
    expect(namesFacets({ subject: '', category: '' })).toBe(false);
  });
});

describe('the stored key of a title', () => {
  it('sorts numbers by value and accents beside their letters', () => {
    const titles = ['Chapter 2', 'Chapter 10', 'Éclair', 'Ember', 'Zebra'];
    expect(
      titles.toReversed().toSorted((one, other) => (titleKeyOf(one) < titleKeyOf(other) ? -1 : 1)),
    ).toEqual(titles);
  });
});
