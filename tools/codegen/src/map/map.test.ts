import { expect, it } from 'vitest';
import { mapFile } from './map.ts';

const lines = mapFile().text.split('\n');
const lineOf = (...words: string[]) => lines.find((line) => words.every((word) => line.includes(word)));

it.each([
  ['the index of the due list', ['dueDay: 1', 'Due and new cards', 'study-progress/store/']],
  ['the consumers of deck-deleted', ['`decks.deck-deleted`', 'study-progress/src/events/']],
  ['a job that runs every 30 s', ['| 30 s |', 'finish-idle-sessions', 'study-progress/']],
  ['a job of a list of jobs', ['| 10 s |', 'reconcile payments', '`reconcilePayments`', 'billing/']],
  ['a job whose interval is a default', ['| 1 s |', 'refresh-users', 'admin/']],
  ['the callers of the route of revocations', ['`GET /internal/revocations`', 'libs/identity/']],
  ['the callers of the route of a card', ['`GET /internal/cards/{id}`', 'study-progress/adapters/']],
  ['the handler of a path', ['`PUT /decks/{id}`', 'updateDeck', 'services/decks/src/http/routes.ts']],
  ['the error of too many decks', ['409', '`TOO_MANY_DECKS`', '`LIMIT_REACHED`']],
  ['the text of a 404', ['404', '`NOT_FOUND`', 'There is nothing at this address.']],
])('the map contains %s', (_title, words) => expect(lineOf(...words)).toBeDefined());
