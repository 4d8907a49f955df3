import { expect, it } from 'vitest';
import { readData, versionsOf } from '../envelope.ts';
import { cardAdded, cardEdited, cardRemoved, deckCreated, deckDeleted, deckUpdated } from './decks.ts';

const at = '2026-03-01T12:00:00.000Z';
const ids = { cardId: 3, deckId: 2 };

it.each([
  [deckCreated, { deckId: 2, catalogId: null, createdAt: at }],
  [deckUpdated, { deckId: 2, fields: ['title'], updatedAt: at }],
  [deckDeleted, { deckId: 2, cardCount: 1, deletedAt: at }],
  [cardAdded, { ...ids, createdAt: at }],
  [cardEdited, { ...ids, editedAt: at }],
  [cardRemoved, { ...ids, removedAt: at }],
])('consumers of $type version 1, which has ownerId, receive userId', (contract, data) => {
  expect(versionsOf(contract)).toEqual([2, 1]);
  expect(readData(contract, 1, { ...data, ownerId: 7 })).toEqual({ ...data, userId: 7 });
  expect(() => readData(contract, 2, { ...data, ownerId: 7 })).toThrow('userId');
});
