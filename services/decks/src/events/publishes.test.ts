import { expect, it } from 'vitest';
import { aCard } from '../testing/builders.ts';
import { toEnvelope } from './publishes.ts';

it('events of new and moved cards name the stored note that makes several cards', () => {
  const [held, first, second] = [
    aCard({ id: 1, noteId: null }),
    aCard({ id: 2, noteId: 2 }),
    aCard({ id: 3, noteId: 2 }),
  ];
  const of = { cardId: 2, noteId: 2 };
  expect(toEnvelope({ type: 'card-added', card: first }).data).toMatchObject(of);
  expect(
    toEnvelope({ type: 'card-moved', card: first, fromDeckId: 9, at: first.createdAt }).data,
  ).toMatchObject(of);
  expect(toEnvelope({ type: 'card-added', card: held }).data).not.toHaveProperty('noteId');
  expect(toEnvelope({ type: 'cards-added', cards: [held, first, second] }).data).toMatchObject({
    cardIds: [1, 2, 3],
    noteIds: [of, { cardId: 3, noteId: 2 }],
  });
  expect(toEnvelope({ type: 'cards-added', cards: [held, held] }).data).not.toHaveProperty('noteIds');
});
