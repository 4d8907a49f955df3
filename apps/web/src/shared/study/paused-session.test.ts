import { expect, it } from 'vitest';
import {
  discardPausedSession,
  readPausedSession,
  storePausedSession,
  type PausedSession,
} from './paused-session.ts';

const at = Date.parse('2026-11-21T09:00:00Z');
const paused: PausedSession = {
  sessionId: 's1',
  path: '/study/12',
  title: 'Rivers',
  deckId: '12',
  cards: [{ id: '1', deckId: '12' }],
  current: 0,
  answers: [],
  elapsedMs: 1000,
  lastAnswerAt: '2026-11-21T09:00:00.000Z',
};

it('can be resumed for half an hour after its last answer', () => {
  storePausedSession('7', paused);
  expect(readPausedSession('7', at + 29 * 60_000)).toEqual(paused);
  expect(readPausedSession('7', at + 30 * 60_000)).toBeNull();
});

it('belongs to one user and is gone once discarded', () => {
  storePausedSession('7', paused);
  expect(readPausedSession('8', at)).toBeNull();
  discardPausedSession('7');
  expect(readPausedSession('7', at)).toBeNull();
});

it('is not read from a storage that holds something else', () => {
  localStorage.setItem('kumbuka.session.7', '{"path":1}');
  expect(readPausedSession('7', at)).toBeNull();
});
