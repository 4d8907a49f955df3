import { describe, expect, it } from 'vitest';
import { aDeck, later, noon, someFields, someProgress } from '../testing/builders.ts';
import { assertDeckFits, latestOfEach, newDeck, projectionOf, recentAt, replaceFields } from './deck.ts';

describe('a new deck', () => {
  const deck = newDeck(someFields({ title: ' Cells ' }), {
    id: 5,
    ownerId: 7,
    catalogId: null,
    cardCount: 0,
    textBytes: 0,
    at: noon,
  });

  it('keeps its texts as they were written', () => expect(deck.title).toBe(' Cells '));
  it('has never been studied and has no mastery', () =>
    expect(deck).toMatchObject({ lastStudied: null, mastery: null }));
  it('is at version 1, made and changed at the same instant', () =>
    expect(deck).toMatchObject({ version: 1, createdAt: noon, updatedAt: noon }));
});

describe('replacing the fields of a deck', () => {
  it('names what changed, raises the version by one and notes the time', () => {
    const { deck, changed } = replaceFields(aDeck(), someFields({ title: 'Tissues', difficulty: 4 }), later);
    expect(changed).toEqual(['title', 'difficulty']);
    expect(deck).toMatchObject({ title: 'Tissues', difficulty: 4, version: 2, updatedAt: later });
  });

  it('leaves version and time when every field is as before', () => {
    const before = aDeck();
    expect(replaceFields(before, someFields(), later)).toEqual({
      deck: before,
      isChanged: false,
      changed: [],
    });
  });

  it('never touches counters, progress, owner or origin', () => {
    const before = aDeck({ cardCount: 4, mastery: 50, lastStudied: later, catalogId: 3 });
    const { deck } = replaceFields(before, someFields({ title: 'Tissues' }), later);
    expect(deck).toMatchObject({ cardCount: 4, mastery: 50, lastStudied: later, catalogId: 3, ownerId: 7 });
  });
});

describe('how recent a deck is', () => {
  it('the recency of a deck is when it was made, until it is studied', () =>
    expect(recentAt(aDeck())).toEqual(noon));
  it('the recency of a deck is when it was last studied, after that', () =>
    expect(recentAt(aDeck({ lastStudied: later }))).toEqual(later));
  it('the recency of a deck is when it was made if an answer is dated before', () =>
    expect(recentAt(aDeck({ createdAt: later, lastStudied: noon }))).toEqual(later));
});

describe('progress of a deck from events', () => {
  const update = (deckId: number, version: number, ownerId = 7) => someProgress({ deckId, version, ownerId });

  it('the latest progress of each deck counts, whatever the order of the events', () =>
    expect(latestOfEach([update(1, 1), update(2, 3), update(1, 3), update(2, 1), update(1, 2)])).toEqual([
      update(1, 3),
      update(2, 3),
    ]));
  it('a due day that the latest progress omits is taken from the update before it', () =>
    expect(
      latestOfEach([
        update(1, 3),
        { ...update(1, 2), nextDueDay: 20_700 },
        { ...update(1, 1), nextDueDay: 5 },
      ]),
    ).toEqual([{ ...update(1, 3), nextDueDay: 20_700 }]));
  it('a rebuild keeps the due day when study-progress does not name one yet', () => {
    const deck = aDeck();
    const size = { cardCount: 0, textBytes: 0 };
    const stored = {
      deckId: 1,
      ...size,
      titleKey: '',
      recentAt: noon,
      mastery: 1,
      lastStudied: noon,
      nextDueDay: 20_700,
      progressVersion: 1,
    };
    const rebuilt = (progress: Partial<ReturnType<typeof update>>) =>
      projectionOf({ deck, projection: stored }, size, { ...update(1, 1), ...progress });
    expect(rebuilt({})).toMatchObject({ nextDueDay: 20_700, mastery: 70 });
    expect(rebuilt({ nextDueDay: null }).nextDueDay).toBeNull();
  });
  it('progress of another learner for a deck does not replace that of its owner', () =>
    expect(latestOfEach([update(1, 1), update(1, 9, 8)])).toEqual([update(1, 1), update(1, 9, 8)]));
});

describe('the number of decks of a learner', () => {
  it('may be 1,000', () => expect(() => assertDeckFits(1_000)).not.toThrow());
  it('may not be more', () =>
    expect(() => assertDeckFits(1_001)).toThrow(
      expect.objectContaining({
        code: 'LIMIT_REACHED',
        status: 409,
        message: 'You can have at most 1,000 decks.',
      }),
    ));
});
