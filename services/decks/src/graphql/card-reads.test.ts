import { describe, expect, it } from 'vitest';
import { aCard } from '../testing/builders.ts';
import { createCardReads } from './card-reads.ts';

const tenCharacters = aCard({ front: 'question', back: 'no' });
const cardsOf = <Cards>(cards: Cards) => cards;

describe('reads of flashcards in one request', () => {
  it('end once they are longer than an operation may read, however many items were requested', async () => {
    const readCards = createCardReads(25);
    let reads = 0;
    const read = async () => {
      reads += 1;
      return [tenCharacters, null];
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => readCards(read, cardsOf)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'OPERATION_TOO_LARGE' } });
    expect(reads).toBe(3);
  });

  it('are made one after the other, after a failed one too', async () => {
    const readCards = createCardReads();
    let running = 0;
    const read = async (fails: boolean) => {
      running += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
      const alone = running === 1;
      running -= 1;
      if (fails) throw new Error('The store is away.');
      return alone ? [tenCharacters] : [];
    };
    const reads = [true, false, false].map((fails) => readCards(() => read(fails), cardsOf));
    const outcomes = await Promise.allSettled(reads);
    expect(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.length)).toEqual([
      false,
      1,
      1,
    ]);
  });
});
