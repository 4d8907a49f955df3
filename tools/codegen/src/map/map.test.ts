import { expect, it } from 'vitest';
import { mapFile } from './map.ts';

const lines = mapFile().text.split('\n');
const lineOf = (...words: string[]) => lines.find((line) => words.every((word) => line.includes(word)));

it.each([
  ['where a streak is decided', ['Current streak: consecutive study days', 'study-progress/domain/']],
  [
    'what happens to an answer dated yesterday',
    ['Rejects an answer time more than 30 days ago', 'answer-rules.ts'],
  ],
  ['which index serves the due list', ['dueDay: 1', 'Due and new cards', 'study-progress/store/']],
  ['who listens to deck-deleted', ['`decks.deck-deleted`', 'study-progress/src/events/']],
  ['what runs every 30 s', ['| 30 s |', 'finish-idle-sessions', 'study-progress/']],
  ['what runs every 10 s by a list', ['| 10 s |', 'reconcile payments', '`reconcilePayments`', 'billing/']],
  ['what runs at an interval that is a default', ['| 1 s |', 'refresh-users', 'admin/']],
  ['what runs at a multiple of an interval', ['| 3 h |', 'renew account keys', 'auth/']],
  ['who asks for revoked tokens', ['`GET /internal/revocations`', 'libs/identity/']],
  ['who asks for the owner of a card', ['`GET /internal/cards/{id}`', 'study-progress/adapters/']],
  ['where a path is answered', ['`PUT /decks/{id}`', 'updateDeck', 'services/decks/src/http/routes.ts']],
  ['what clients get of too many decks', ['409', '`TOO_MANY_DECKS`', '`LIMIT_REACHED`']],
  ['where the text of a 404 stands', ['404', '`NOT_FOUND`', 'There is nothing at this address.']],
])('the map says %s', (_title, words) => expect(lineOf(...words)).toBeDefined());

it('the map lists no duration for a name that is itself a number or a unit', () => {
  expect(lines.filter((line) => /tenMinutes|fiveMinutes|`hourMs`|\| 0 ms/.test(line))).toEqual([]);
});

it('the map sorts scheduled work by its interval', () => {
  const minute = lines.findIndex((line) => line.startsWith('| 1 min |'));
  const day = lines.findIndex((line) => line.startsWith('| 1 d |'));
  expect(minute).toBeGreaterThan(0);
  expect(day).toBeGreaterThan(minute);
});
