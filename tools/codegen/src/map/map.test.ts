import { expect, it } from 'vitest';
import { mapFile } from './map.ts';

const lines = mapFile().text.split('\n');
const lineOf = (...words: string[]) => lines.find((line) => words.every((word) => line.includes(word)));

it.each([
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
