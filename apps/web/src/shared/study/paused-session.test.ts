import { expect, it, vi } from 'vitest';
import { useDatabase } from '../../test/database.ts';
import { storedResponse } from '../offline/responses.ts';
import {
  discardPausedSession,
  pausedSessionAt,
  pausedSessions,
  restorePausedSessions,
  storePausedSession,
  type PausedSession,
} from './paused-session.ts';

const at = Date.parse('2026-11-21T09:00:00Z');
const aSession = (changes: Partial<PausedSession> = {}): PausedSession => ({
  sessionId: 's1',
  path: '/study/12',
  title: 'Rivers',
  deckId: '12',
  cards: [{ id: '1', deckId: '12' }],
  unnamed: 0,
  secondsPerAnswer: 20,
  current: 0,
  answers: [],
  elapsedMs: 1000,
  lastAnswerAt: '2026-11-21T09:00:00.000Z',
  ...changes,
});
const verbs = aSession({ sessionId: 's2', path: '/study/13', title: 'Verbs' });

useDatabase();

const kept = async () => {
  const copy = (await storedResponse('7', 'PausedSessions', at)) as { sessions: PausedSession[] } | null;
  return copy?.sessions;
};

it('a browser that is killed within five seconds of an answer comes back to the same place', async () => {
  storePausedSession('7', aSession());
  storePausedSession('7', aSession({ current: 3 }));
  await vi.waitFor(async () => expect((await kept())?.[0]?.current).toBe(3));
  localStorage.clear();
  await restorePausedSessions('7');
  expect(pausedSessionAt('7', '/study/12')?.current).toBe(3);
  const onDisk = Object.entries({ ...localStorage });
  discardPausedSession('7', 's1');
  await vi.waitFor(async () => expect(await kept()).toEqual([]));
  for (const [key, value] of onDisk) localStorage.setItem(key, String(value));
  await restorePausedSessions('7');
  expect(pausedSessions('7', at)).toEqual([]);
});

it('a finished session is not offered again when its copy could not be written', async () => {
  storePausedSession('7', aSession());
  await vi.waitFor(async () => expect(await kept()).toHaveLength(1));
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Failed.', 'UnknownError');
  });
  discardPausedSession('7', 's1');
  await vi.waitFor(() => expect(put).toHaveBeenCalled());
  put.mockRestore();
  expect(await kept()).toHaveLength(1);
  await restorePausedSessions('7');
  expect(pausedSessions('7', at)).toEqual([]);
});

it('sessions that an earlier version has paused stay', async () => {
  localStorage.setItem('kumbuka.sessions.9', JSON.stringify([aSession()]));
  await restorePausedSessions('9');
  expect(pausedSessions('9', at)).toEqual([aSession()]);
});

it('a paused session can be resumed for half an hour after its last answer', () => {
  storePausedSession('7', aSession());
  expect(pausedSessions('7', at + 29 * 60_000)).toEqual([aSession()]);
  expect(pausedSessions('7', at + 30 * 60_000)).toEqual([]);
});

it('a second deck does not discard the first paused one', () => {
  storePausedSession('7', aSession());
  storePausedSession('7', verbs);
  storePausedSession('7', { ...verbs, current: 1 });
  expect(pausedSessions('7', at).map(({ title }) => title)).toEqual(['Verbs', 'Rivers']);
  expect(pausedSessionAt('7', '/study/13')?.current).toBe(1);
});

it('a paused session belongs to one user, and discarding it keeps the others', () => {
  storePausedSession('7', aSession());
  storePausedSession('7', verbs);
  expect(pausedSessions('8', at)).toEqual([]);
  discardPausedSession('7', 's1');
  expect(pausedSessions('7', at)).toEqual([verbs]);
});

it('a paused session is not read from invalid data in the storage', () => {
  localStorage.setItem('kumbuka.sessions.7', '[{"path":1}]');
  expect(pausedSessions('7', at)).toEqual([]);
});
