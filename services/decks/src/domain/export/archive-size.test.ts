import { expect, it } from 'vitest';
import { fitsIntoArchive } from './archive-size.ts';

const limits = { cards: 100, logEntries: 1_000, textBytes: 100_000, bytes: 1_000_000 };
const account = { decks: [{ cardCount: 10, textBytes: 1_000 }], mediaBytes: 0, logEntries: 10 };

it.each([
  ['few cards', {}, true],
  ['as many cards as an archive holds', { decks: [{ cardCount: 100, textBytes: 1_000 }] }, true],
  [
    'more cards in all decks',
    {
      decks: [
        { cardCount: 51, textBytes: 0 },
        { cardCount: 50, textBytes: 0 },
      ],
    },
    false,
  ],
  ['long texts', { decks: [{ cardCount: 1, textBytes: 34_000 }] }, false],
  ['a long log', { logEntries: 1_001 }, false],
  ['media and a log that are too much together', { logEntries: 1_000, mediaBytes: 600_000 }, false],
  ['media alone', { mediaBytes: 900_000 }, true],
])('an account with %s', (_what, more, fits) => {
  expect(fitsIntoArchive({ ...account, ...more }, limits)).toBe(fits);
});
