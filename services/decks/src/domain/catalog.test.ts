import { describe, expect, it } from 'vitest';
import { someFields } from '../testing/builders.ts';
import { catalogOf, chosenIds, inLanguage } from './catalog.ts';

const aStarter = (id: number) => ({ id, ...someFields(), cards: [{ front: 'Q', back: 'A' }] });

describe('the catalogue', () => {
  const catalog = catalogOf([aStarter(2), aStarter(1)]);
  it('lists starter decks by id', () => expect(catalog.decks.map(({ id }) => id)).toEqual([1, 2]));
  it('finds one by id', () => expect(catalog.find(2)?.id).toBe(2));
  it('does not know other ids', () => expect(catalog.find(3)).toBeUndefined());
});

describe('a starter deck in Kiswahili', () => {
  const kiswahili = { title: 'Mito', subject: 'Jiografia', category: 'Kenya', description: 'Mito ya Kenya' };
  const deck = { ...aStarter(1), kiswahili };

  it('has its texts in Kiswahili and the same cards', () =>
    expect(inLanguage(deck, 'sw')).toEqual({ ...deck, ...kiswahili, language: 'sw' }));
  it('is in English for everybody else', () => {
    for (const language of ['en', null] as const)
      expect(inLanguage(deck, language)).toEqual({ ...deck, language: 'en' });
  });
  it('a starter deck that is written in Kiswahili is the same in every language, and is never marked as English', () => {
    for (const language of ['sw', 'en', null] as const)
      expect(inLanguage(aStarter(2), language)).toEqual({ ...aStarter(2), language: 'sw' });
  });
});

describe('the chosen starter decks', () => {
  it('are returned once each, in the requested order', () => expect(chosenIds([3, 1, 3])).toEqual([3, 1]));
});
