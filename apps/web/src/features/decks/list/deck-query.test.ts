import { expect, it } from 'vitest';
import {
  firstQuery,
  isNarrowed,
  narrowed,
  readDeckQuery,
  variablesOf,
  writeDeckQuery,
} from './deck-query.ts';

const query = {
  ...firstQuery,
  search: 'river',
  subject: 'Geography',
  difficulty: '4',
  sort: 'title' as const,
  page: 3,
};

it('a deck query is the same after it was written to the address and read', () => {
  expect(readDeckQuery(writeDeckQuery(query))).toEqual(query);
  expect(writeDeckQuery(firstQuery).toString()).toBe('');
});

it('an address without an order has the one that was chosen last, and a link keeps its own', () => {
  expect(readDeckQuery(new URLSearchParams(), 'due').sort).toBe('due');
  expect(variablesOf(readDeckQuery(new URLSearchParams(), 'due'), 'tiles').sort).toBe('DUE');
  for (const sort of ['due', 'studied', 'title'] as const)
    for (const usual of ['due', 'studied', 'title'] as const)
      expect(readDeckQuery(writeDeckQuery({ ...query, sort }, usual), usual).sort).toBe(sort);
});

it('a deck query goes back to page 1 with every change of filter, sort or search', () => {
  expect(narrowed(query, { sort: 'difficulty' })).toMatchObject({ sort: 'difficulty', page: 1 });
  expect(narrowed(query, { search: '' }).page).toBe(1);
});

it('a deck query ignores invalid values in the address', () => {
  expect(readDeckQuery(new URLSearchParams('page=-2&difficulty=9&sort=price&ai=new'))).toEqual(firstQuery);
});

it('a deck query requests what is chosen and nothing else', () => {
  expect(variablesOf(query, 'tiles')).toEqual({
    page: 3,
    perPage: 6,
    sort: 'TITLE',
    filter: { titleContains: 'river', subject: 'Geography', difficulty: 4 },
  });
  expect(variablesOf(firstQuery, 'list')).toEqual({ page: 1, perPage: 20, sort: 'RECENT', filter: {} });
});

it('a deck that was made today is not on the last page of sixty, because it counts as studied then (D45)', () => {
  expect(variablesOf({ ...firstQuery, sort: 'studied' }, 'tiles').sort).toBe('RECENT');
});

it('a list has 20 decks a page, tiles have the specified six (D17)', () => {
  expect(variablesOf(firstQuery, 'list').perPage).toBe(20);
  expect(variablesOf(firstQuery, 'tiles').perPage).toBe(6);
});

it('a deck query distinguishes an empty list from a list without a match', () => {
  expect(isNarrowed(firstQuery)).toBe(false);
  expect(isNarrowed({ ...firstQuery, search: '  ' })).toBe(false);
  expect(isNarrowed(query)).toBe(true);
});

it('an emoji at the 100th place of a search is not cut in half', () => {
  const search = `${'a'.repeat(99)}👩‍🔬 of rivers`;
  expect(readDeckQuery(new URLSearchParams({ q: search })).search).toBe('a'.repeat(99));
  expect(readDeckQuery(new URLSearchParams({ q: `${'a'.repeat(99)}😀😀` })).search).toBe(
    `${'a'.repeat(99)}😀`,
  );
});

it('empty parameters and names of object methods in the address do not filter or sort', () => {
  const params = new URLSearchParams('q=&subject=&category=&difficulty=&sort=&page=');
  expect(readDeckQuery(params)).toEqual(firstQuery);
  expect(variablesOf(readDeckQuery(params), 'tiles').filter).toEqual({});
  expect(readDeckQuery(new URLSearchParams('sort=toString'))).toEqual(firstQuery);
});
