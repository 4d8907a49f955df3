import { withMediaAddresses } from '@kumbuka/card-files/collection';
import type { CollectionCard } from '@kumbuka/card-files/collection';
import { addressOfMedia, limits } from '@kumbuka/contracts';
import { describe, expect, it } from 'vitest';
import { textBytes } from '../card.ts';
import { bytesOf } from './imported-note.ts';
import { createPartition, titleOf } from './partition.ts';

const cardWith = (front: string): CollectionCard => ({
  number: 0,
  deck: 'A',
  front,
  back: 'b',
  suspended: false,
  flag: 0,
});
const longestAddress = addressOfMedia(`${'a'.repeat(32)}-1600x1600.webp`);

describe('the parts of an import', () => {
  it('a deck of 10,001 cards continues in a second deck', () => {
    const partition = createPartition(new Map());
    for (let count = 0; count <= limits.cardsPerDeck; count++) partition.place('A', 10);
    expect(partition.parts().map(({ number, cards }) => [number, cards])).toEqual([
      [1, limits.cardsPerDeck],
      [2, 1],
    ]);
  });

  it('a deck of the account that is nearly full takes what fits, and a new one the rest', () => {
    const existing = { deckId: 7, cardCount: limits.cardsPerDeck - 2, textBytes: 0 };
    const partition = createPartition(new Map([['A', existing]]));
    for (let count = 0; count < 5; count++) partition.place('A', 10);
    expect(partition.parts().map(({ existing: deck, cards }) => [deck?.deckId, cards])).toEqual([
      [7, 2],
      [undefined, 3],
    ]);
  });

  it('a deck with more than 4 MiB of text continues in a second deck', () => {
    const partition = createPartition(new Map());
    const bytes = 10_000;
    const fitting = Math.floor(limits.deckTextBytes / bytes);
    for (let count = 0; count <= fitting; count++) partition.place('A', bytes);
    expect(partition.parts().map(({ cards }) => cards)).toEqual([fitting, 1]);
  });

  it('addresses that are longer than the names of their files do not pass the limit of a deck', () => {
    const card = cardWith(`${'x'.repeat(400)}${'![](<a.png>)'.repeat(10)}`);
    const shown = withMediaAddresses(card.front, () => longestAddress);
    const written = textBytes({ front: shown, back: card.back });
    expect(bytesOf(card, 'rich')).toBeGreaterThanOrEqual(written);
    const partition = createPartition(new Map());
    for (let count = 0; count < limits.cardsPerDeck; count++) partition.place('A', bytesOf(card, 'rich'));
    for (const { cards } of partition.parts())
      expect(cards * written).toBeLessThanOrEqual(limits.deckTextBytes);
  });
});

describe('the title of a deck', () => {
  it.each([
    ['A::B', 1, 'A / B'],
    ['A:: B ::C', 1, 'A / B / C'],
    ['A::B', 2, 'A / B (2)'],
    ['::', 1, '-'],
  ])('of %s, number %i, is %s', (path, number, title) => expect(titleOf(path, number)).toBe(title));

  it('of a long path keeps both ends within the limit', () => {
    const title = titleOf(`Start::${'middle::'.repeat(60)}End`, 3);
    expect([...title].length).toBe(limits.deckTitle);
    expect(title).toMatch(/^Start….*End \(3\)$/);
  });
});
