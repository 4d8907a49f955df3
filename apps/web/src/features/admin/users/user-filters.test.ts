import { expect, it } from 'vitest';
import { filtersIn, noFilters } from './user-filters.ts';

const inAddress = (address: string) => filtersIn(new URLSearchParams(address));

it('a number of the overview leads to the list that it counts', () => {
  expect(inAddress('tab=users&type=unverified')).toEqual({ ...noFilters, type: 'unverified' });
  expect(inAddress('tab=users&active=5')).toEqual({ ...noFilters, activeWithin: '5' });
});

it('an address with other words shows all users', () => {
  expect(inAddress('tab=users&type=constructor&active=soon')).toEqual(noFilters);
});
