import { expect, it } from 'vitest';
import { aCard, aDeck, later } from '../testing/builders.ts';
import { cardRemoved, cardsAdded, deckDeleted } from './events.ts';
import { assertNotErased } from './learner.ts';

it('deleting a deck raises its version, so that its event comes after all earlier ones', () =>
  expect(deckDeleted(aDeck({ version: 4 }), later)).toMatchObject({ deck: { version: 5 }, at: later }));

it('removing a card raises its version', () =>
  expect(cardRemoved(aCard({ version: 2 }), later)).toMatchObject({ card: { version: 3 }, at: later }));

it('nothing is created for a deleted learner', () => {
  expect(() => assertNotErased({ id: 7, deckCount: 0, erasedAt: null })).not.toThrow();
  expect(() => assertNotErased({ id: 7, deckCount: 0, erasedAt: later })).toThrow(
    expect.objectContaining({ code: 'UNAUTHENTICATED' }),
  );
});

it('a card that is added alone has an event of its own, and several share events of at most 500 in their order', () => {
  const cards = Array.from({ length: 1_001 }, (_, index) => aCard({ id: index + 1 }));
  expect(cardsAdded([])).toEqual([]);
  const events = cardsAdded(cards);
  expect(events.map(({ type }) => type)).toEqual(['cards-added', 'cards-added', 'card-added']);
  const added = events.flatMap((event) =>
    event.type === 'cards-added' ? event.cards : event.type === 'card-added' ? [event.card] : [],
  );
  expect(added).toEqual(cards);
});

it('cards that were made offline at other times share no event, so that none is younger than its answers', () => {
  const cards = [aCard({ id: 1 }), aCard({ id: 2, createdAt: later }), aCard({ id: 3 })];
  expect(cardsAdded(cards)).toEqual([
    { type: 'cards-added', cards: [cards[0], cards[2]] },
    { type: 'card-added', card: cards[1] },
  ]);
});
