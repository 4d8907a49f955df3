import { describe, expect, it } from 'vitest';
import { aCard, later, noon } from '../testing/builders.ts';
import { assertCardFits, editSides, moveCard, newCard, sizeOf } from './card.ts';

describe('a new card', () => {
  it('keeps its text verbatim, at version 1', () => {
    const card = newCard({ front: ' <b>2 × 2</b>\n', back: '4' }, { id: 3, deckId: 1, ownerId: 7, at: noon });
    expect(card).toEqual({
      id: 3,
      deckId: 1,
      ownerId: 7,
      front: ' <b>2 × 2</b>\n',
      back: '4',
      createdAt: noon,
      updatedAt: noon,
      version: 1,
      suspended: false,
      flagged: false,
      kind: 'basic',
      format: 'plain',
      noteId: null,
      number: 1,
      tags: [],
    });
  });
});

describe('editing a card', () => {
  it('replaces both sides, raises the version and notes the time', () => {
    const { card, changed } = editSides(aCard(), { front: 'Q2', back: 'A2' }, later);
    expect(changed).toBe(true);
    expect(card).toMatchObject({ front: 'Q2', back: 'A2', version: 2, updatedAt: later, createdAt: noon });
  });

  it('changes nothing when the text is as before', () => {
    const before = aCard();
    expect(editSides(before, { front: 'Q', back: 'A' }, later)).toEqual({ card: before, changed: false });
  });
});

describe('moving a card', () => {
  it('changes its deck and raises its version, and nothing else', () => {
    const card = aCard({ suspended: true, flagged: true });
    expect(moveCard(card, 5)).toEqual({ ...card, deckId: 5, version: 2 });
  });

  it('into the deck that it is in changes nothing', () => {
    const card = aCard();
    expect(moveCard(card, card.deckId)).toBe(card);
  });
});

describe('the size of a deck', () => {
  const size = { cardCount: 1, textBytes: 1 };
  const fourMegabytes = 4 * 1024 * 1024;

  it('counts the UTF-8 bytes of both sides of each card', () =>
    expect(sizeOf([{ front: 'é', back: '🦁' }, aCard()])).toEqual({ cardCount: 2, textBytes: 2 + 4 + 2 }));

  it('may be 4 MB of text', () =>
    expect(() => assertCardFits({ ...size, textBytes: fourMegabytes })).not.toThrow());
  it('may not be more text', () =>
    expect(() => assertCardFits({ ...size, textBytes: fourMegabytes + 1 })).toThrow(
      expect.objectContaining({
        code: 'LIMIT_REACHED',
        message: 'The texts of a deck can have at most 4 MB together.',
      }),
    ));

  it('may be 10,000 cards', () => expect(() => assertCardFits({ ...size, cardCount: 10_000 })).not.toThrow());
  it('may not be more cards', () =>
    expect(() => assertCardFits({ ...size, cardCount: 10_001 })).toThrow(
      expect.objectContaining({
        code: 'LIMIT_REACHED',
        message: 'A deck can have at most 10,000 flashcards.',
      }),
    ));
});
