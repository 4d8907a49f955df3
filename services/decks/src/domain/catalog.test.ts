import { describe, expect, it } from 'vitest';
import { someFields } from '../testing/builders.ts';
import { catalogOf, chosenIds } from './catalog.ts';

const aStarter = (id: number) => ({ id, ...someFields(), cards: [{ front: 'Q', back: 'A' }] });

describe('the catalogue', () => {
  const catalog = catalogOf([aStarter(2), aStarter(1)]);
  it('lists starter decks by id', () => expect(catalog.decks.map(({ id }) => id)).toEqual([1, 2]));
  it('finds one by id', () => expect(catalog.find(2)?.id).toBe(2));
  it('does not know other ids', () => expect(catalog.find(3)).toBeUndefined());
});

describe('the chosen starter decks', () => {
  it('are taken once each, in the order asked', () => expect(chosenIds([3, 1, 3])).toEqual([3, 1]));
});
