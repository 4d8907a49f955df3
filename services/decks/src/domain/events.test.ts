import { expect, it } from 'vitest';
import { aCard, aDeck, later } from '../testing/builders.ts';
import { cardRemoved, deckDeleted } from './events.ts';
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
